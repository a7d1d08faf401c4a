"""Records what PyTorch's autograd keeps of single calls, in the format of training.json's
saved_for_backward: python3 training.py OUT.json (PyTorch 1.13, on a CPU)."""
import json
import sys

import torch, torch.nn as nn, torch.nn.functional as F
torch.set_num_threads(1)
out=[]
ns=dict(vars(torch)); ns.update(F=F,torch=torch)
def record(id,inputs,module=None,args=None,fn=None,eval_=False,frozen=None):
    torch.manual_seed(0)
    ins={}
    for k,v in inputs.items():
        if v.get('below'): ins[k]=torch.randint(0,v['below'],v['shape'])
        else: ins[k]=torch.rand(v['shape']).add_(0.1).requires_grad_(v.get('grad',True))
    c={'id':id}
    if module:
        m=getattr(nn,module)(**args); c.update(module=module,args=args)
        if eval_: m.eval(); c['eval']=True
        if frozen:
            c['frozen']=frozen
            for n in frozen: getattr(m,n).requires_grad_(False)
        f=lambda: m(*ins.values()); named=[('param:'+k,v) for k,v in m.named_parameters()]+[('buffer:'+k,v) for k,v in m.named_buffers()]
    else:
        c['fn']=fn
        def f():
            e=dict(ns); e.update(ins); *st,last=[s.strip() for s in fn.split(';')]
            for s in st: exec(s,e)
            return eval(last,e)
        named=[]
    P=[]
    try:
        with torch.autograd.graph.saved_tensors_hooks(lambda t:(P.append(t),t)[1],lambda t:t): y=f()
    except Exception as e:
        print('skip',id,str(e)[:70]); return
    ys=list(y) if isinstance(y,(tuple,list)) else [y]
    if module in('LSTM',): ys=[y[0],*y[1]]
    roles=[('input:'+k,v) for k,v in ins.items()]+named+[('output',v) for v in ys if isinstance(v,torch.Tensor)]
    seen={}
    for t in P:
        p=t.storage().data_ptr()
        role=next((r for r,v in roles if v.storage().data_ptr()==p),'aux')
        if t.storage().nbytes()==0: continue
        seen.setdefault(p,[role,str(t.dtype)[6:],list(t.shape),t.numel()*t.element_size(),t.storage().nbytes()])
    c['inputs']=inputs; c['output']=[[str(v.dtype)[6:],list(v.shape)] for v in ys]
    c['unique']=list(seen.values())
    c['activation_bytes']=sum(u[4] for u in c['unique'] if not u[0].startswith(('param','buffer')))
    out.append(c)
def I(*s,**k): return dict(shape=list(s),**k)
x={'x':I(4,6)}; xy={'x':I(4,6),'y':I(4,6)}; xn={'x':I(4,6),'y':I(4,6,grad=False)}
def M(name,inp,eval_=False,frozen=None,**a): record(name+('_eval' if eval_ else '')+('_frozen' if frozen else '')+''.join('_%s'%v for v in a.values()).replace(' ',''),inp,module=name,args=a,eval_=eval_,frozen=frozen)
M('Linear',x,in_features=6,out_features=5); M('Linear',x,frozen=['weight'],in_features=6,out_features=5); M('Linear',x,frozen=['weight','bias'],in_features=6,out_features=3)
for n in 'ReLU6 ELU GELU SiLU Mish Hardtanh Hardsigmoid Hardshrink Softshrink Tanhshrink LeakyReLU PReLU RReLU Sigmoid Tanh Softplus LogSigmoid GLU'.split(): M(n,x)
M('RReLU',x,eval_=True); M('Threshold',x,threshold=.1,value=1.); M('LogSoftmax',x,dim=1); i1={'x':I(2,4,12)}; i2={'x':I(2,4,6,6)}; i3={'x':I(2,4,6,6,6)}
M('Softmax2d',i2)
M('Dropout',x,eval_=True); M('Dropout',x,p=1.0); M('Dropout',x,p=0.0); M('Dropout1d',i1); M('Dropout3d',i3); M('AlphaDropout',x); M('FeatureAlphaDropout',i2); M('Dropout3d',i2)
for n,i in (('MaxPool3d',i3),('AvgPool1d',i1),('AvgPool2d',i2),('AvgPool3d',i3)): M(n,i,kernel_size=2)
for n,i in (('LPPool1d',i1),('LPPool2d',i2)): M(n,i,norm_type=2,kernel_size=2)
for n,i in (('1d',i1),('2d',i2),('3d',i3)):
    M('AdaptiveMaxPool'+n,i,output_size=3); M('AdaptiveAvgPool'+n,i,output_size=3)
M('AdaptiveAvgPool2d',i2,output_size=1); M('FractionalMaxPool2d',i2,kernel_size=2,output_size=3)
M('BatchNorm1d',x,num_features=6); M('BatchNorm1d',x,num_features=6,affine=False); M('BatchNorm2d',i2,num_features=4,track_running_stats=False); M('BatchNorm3d',i3,num_features=4); M('BatchNorm2d',i2,frozen=['weight','bias'],num_features=4)
M('GroupNorm',i2,num_groups=2,num_channels=4); M('GroupNorm',i2,num_groups=2,num_channels=4,affine=False); M('InstanceNorm2d',i2,num_features=4); M('InstanceNorm2d',i2,num_features=4,affine=True); M('InstanceNorm1d',i1,num_features=4)
M('LayerNorm',x,normalized_shape=6); M('LayerNorm',x,normalized_shape=6,elementwise_affine=False); M('LayerNorm',{'x':I(2,3,6)},frozen=['weight','bias'],normalized_shape=6); M('LocalResponseNorm',i2,size=2); M('LocalResponseNorm',i1,size=3)
for n,i in (('ReflectionPad1d',i1),('ReflectionPad2d',i2),('ReplicationPad1d',i1),('ReplicationPad3d',i3)): M(n,i,padding=1)
M('ConstantPad2d',i2,padding=1,value=2.); M('PixelShuffle',i2,upscale_factor=2); M('Unfold',i2,kernel_size=2); M('Fold',{'x':I(2,16,6)},output_size=[3,4],kernel_size=2); M('ChannelShuffle',i2,groups=2); M('Flatten',i2)
M('Conv2d',i2,frozen=['weight'],in_channels=4,out_channels=2,kernel_size=3); M('Conv3d',i3,in_channels=4,out_channels=2,kernel_size=3); M('Conv2d',{'x':I(2,4,6,6,grad=False)},in_channels=4,out_channels=2,kernel_size=3,padding=1); M('Conv2d',i2,in_channels=4,out_channels=2,kernel_size=3,padding=1,padding_mode='circular'); M('Conv2d',i2,in_channels=4,out_channels=2,kernel_size=3,padding=1,padding_mode='replicate')
e={'idx':I(3,5,below=10)}
M('Embedding',e,num_embeddings=10,embedding_dim=4)
for mo in('sum','max'): M('EmbeddingBag',e,num_embeddings=10,embedding_dim=4,mode=mo)
cl={'x':I(4,6),'y':I(4,below=6)}
M('CrossEntropyLoss',cl); M('CrossEntropyLoss',cl,reduction='none'); M('CrossEntropyLoss',cl,label_smoothing=.1); M('CrossEntropyLoss',cl,label_smoothing=.1,reduction='none'); M('CrossEntropyLoss',xn); M('NLLLoss',cl,reduction='sum'); M('CrossEntropyLoss',{'x':I(2,3,4,4),'y':I(2,4,4,below=3)},reduction='sum')
for n in ('L1Loss','HuberLoss','KLDivLoss'): M(n,xn)
M('KLDivLoss',xn,reduction='batchmean'); M('KLDivLoss',xn,reduction='batchmean',log_target=True); M('L1Loss',xy,reduction='sum'); M('MSELoss',xy,reduction='none'); M('SmoothL1Loss',xn,beta=.5)
v={'a':I(4),'b':I(4),'y':I(4,grad=False)}
M('MarginRankingLoss',v,margin=.5); M('CosineEmbeddingLoss',{'a':I(4,6),'b':I(4,6),'y':I(4,grad=False)},margin=.1); M('TripletMarginLoss',{'a':I(4,6),'p':I(4,6),'n':I(4,6)}); M('PairwiseDistance',xy); M('CosineSimilarity',xy,dim=0)
M('Bilinear',xy,in1_features=6,in2_features=6,out_features=3)
F_=lambda fn,i: record(fn,i,fn=fn)
for f in ('x / y','remainder(x, y)','fmod(x, y)','minimum(x, y)','cdist(x, y)',"einsum('ij,kj->ik', x, y)",'cat([x, y], 1)','stack([x, y], 0)','mv(x, y[0])','dot(x[0], y[0])','x @ y.t()','where(x > y, x, y)','outer(x[0], y[0])','max(x, y)'): F_(f,xy)
for f in ('x / y','x ** y','minimum(x, y)','remainder(x, y)','y / x','x - y'): record(f+' nograd',xn,fn=f)
for f in ('x / 2','2 / x','x + 2','x * 2.5','x ** 2','x ** 0.5','2 ** x','remainder(x, 2)','x.clamp(0.2, 0.5)','x.mean()','x.mean(1)','x.std()','x.std(1)','x.var(1)','x.min(1).values','max(x, 1)[0]','x.median()','x.prod()','x.norm(dim=1)','x.cumprod(1)','topk(x, 2, dim=1).values','cummax(x, 1).values','x.square()','sqrt(x)','tan(x)','sinh(x)','expm1(x)','log1p(x)','erf(x)','reciprocal(x)','floor(x)','sign(x)','x.flip(0)','x.roll(1, 0)','x.expand(3, 4, 6)','x.clone()','F.log_softmax(x, 1)','x.amin(0)','x * x','relu(x) + x','x.repeat_interleave(2, dim=1)','F.gelu(x)','x.permute(1, 0)','x[:, 1:3]','x.reshape(3, 8)','x.unsqueeze(0)','-x','tanh(x) * sigmoid(x)','softmax(x, 1)','exp(x).log()','x.masked_fill(x > 0.5, 0)','x.squeeze()','triu(x)','F.normalize(x)'): F_(f,x)
g={'x':I(4,6),'i':I(4,2,below=6)}
F_('gather(x, 1, i)',g)
b3={'x':I(2,3,4),'y':I(2,4,5)}
F_('bmm(x, y)',b3); F_('matmul(x, y)',b3); record('addmm',{'b':I(5),'x':I(4,6),'y':I(6,5)},fn='addmm(b, x, y)'); record('baddbmm',{'b':I(2,3,5),**b3},fn='baddbmm(b, x, y)'); record('matmul_1',{'x':I(2,3,4),'y':I(4)},fn='matmul(x, y)'); record('matmul_b1',{'x':I(2,3,4),'y':I(1,4,5)},fn='matmul(x, y)')
r={'x':I(5,2,3)}
for a in (dict(),dict(num_layers=2),dict(bidirectional=True),dict(batch_first=True)):
    for n in ('LSTM','GRU','RNN'): M(n,r,input_size=3,hidden_size=4,**a)
M('RNN',r,input_size=3,hidden_size=4,nonlinearity='relu')
s={'x':I(2,3)}
for n in ('LSTMCell','GRUCell','RNNCell'): M(n,s,input_size=3,hidden_size=4)
qkv={'query':I(5,2,8),'key':I(3,2,8),'value':I(3,2,8)}
M('MultiheadAttention',qkv,embed_dim=8,num_heads=2); M('MultiheadAttention',qkv,embed_dim=8,num_heads=2,dropout=.1)
record('GRUCell_state',{'x':I(2,3),'h':I(2,4)},module='GRUCell',args=dict(input_size=3,hidden_size=4))
record('RNNCell_state',{'x':I(2,3),'h':I(2,4)},module='RNNCell',args=dict(input_size=3,hidden_size=4))
record('GRU_state',{'x':I(5,2,3),'h':I(1,2,4)},module='GRU',args=dict(input_size=3,hidden_size=4))
record('LSTM_dropout',{'x':I(5,2,3)},module='LSTM',args=dict(input_size=3,hidden_size=4,num_layers=2,dropout=.3))
M('SELU',x); M('LSTM',{'x':I(1,2,3)},input_size=3,hidden_size=4)
record('min_dim_both',x,fn='min(x, 1)'); record('std_nobias',x,fn='std(x, dim=1, unbiased=False)'); record('sum_dim',x,fn='sum(x, dim=1)'); record('prelu_chain',x,fn='(x + 1) * (x - 1)'); record('split',x,fn='a, b = split(x, 3, dim=1); a / b'); record('index_add',{'x':I(4,6),'y':I(2,6),'i':I(2,below=4)},fn='index_add(x, 0, i, y)'); record('mul_bcast',{'x':I(4,6),'y':I(6)},fn='x * y')
record('scatter_add',{'x':I(4,6),'i':I(4,2,below=6),'y':I(4,2)},fn='scatter_add(x, 1, i, y)'); record('var_mean',x,fn='a, b = var_mean(x, 1); a + b'); record('matmul_mv',{'x':I(4,6),'y':I(6)},fn='matmul(x, y)'); record('matmul_2_3',{'x':I(4,6),'y':I(2,6,3)},fn='matmul(x, y)')
for n in ('HingeEmbeddingLoss','SoftMarginLoss','MultiLabelSoftMarginLoss','PoissonNLLLoss'):
    for red in ('mean','none'): M(n,xn,reduction=red)
M('PoissonNLLLoss',xn,full=True); M('PoissonNLLLoss',xn,log_input=False); M('PoissonNLLLoss',xy); M('PoissonNLLLoss',xn,log_input=False,full=True,reduction='sum')
gv={'x':I(4,6),'y':I(4,6,grad=False),'v':I(4,6)}
M('GaussianNLLLoss',gv); M('GaussianNLLLoss',{**gv,'v':I(4)},full=True); M('GaussianNLLLoss',{**gv,'v':I(4,6,grad=False)}); M('GaussianNLLLoss',{**gv,'y':I(4,6)},reduction='none')
M('MultiMarginLoss',cl); M('MultiMarginLoss',cl,p=2,reduction='none'); M('MultiLabelMarginLoss',{'x':I(4,6),'y':I(4,6,below=6)}); M('MultiLabelMarginLoss',{'x':I(4,6),'y':I(4,6,below=6)},reduction='none')
for f in ('inner(x, y)','kron(x, y)','x.t() @ y','cross(x[:, :3], y[:, :3], 1)'): F_(f,xy)
for f in ('quantile(x, 0.3, 1)','quantile(x, 0.3)','quantile(x, 0.3, 1, interpolation="lower")'): record(f,x,fn=f)
F_('take_along_dim(x, i, 1)',g)
sr={**g,'y':I(4,2)}
for r_ in ('sum','prod','mean','amax','amin'): record('scatter_reduce_'+r_,sr,fn='scatter_reduce(x, 1, i, y, "%s")'%r_)
with open(sys.argv[1], 'w') as f: json.dump({'torch':torch.__version__,'saved_for_backward':out},f,separators=(',',':'))
print(len(out))
