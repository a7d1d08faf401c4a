"""Records outputs and gradients of single calls in PyTorch, in the format of training.json's
numerics: python3 numerics.py OUT.json (PyTorch 1.13, on a CPU)."""
import json, sys
import torch
import torch.nn as nn, torch.nn.functional as F
def lcg(seed,n):
    s=seed; out=[]
    for _ in range(n):
        s=(1664525*s+1013904223)&0xffffffff
        out.append(s)
    return out
def mk(spec,dt):
    n=1
    for d in spec['shape']: n*=d
    raw=lcg(spec['seed'],n)
    if 'below' in spec: return torch.tensor([(s>>8)%spec['below'] for s in raw],dtype=torch.int64).reshape(spec['shape'])
    a=spec.get('a',1.0);b=spec.get('b',0.0)
    v=[((s>>8)*2.0**-23-1.0)*a+b for s in raw]
    return torch.tensor(v,dtype=torch.float32).to(dt).reshape(spec['shape'])
cases=[]
env=dict(torch=torch,F=F)
for k in dir(torch):
    env.setdefault(k,getattr(torch,k))
for k in dir(F):
    if callable(getattr(F,k)): env[k]=getattr(F,k)
seed=[3000]
def I(shape,**kw):
    seed[0]+=1
    d={'shape':shape,'seed':seed[0]}; 
    if 'below' not in kw: d.setdefault('a',1.0)
    d.update(kw); return d
def add(id,inputs,fn=None,module=None,args=None,eval_=False):
    c={'id':id}
    if fn: c['fn']=fn
    else: c['module']=module; c['args']=args or {}
    if eval_: c['eval']=True
    c['inputs']=inputs
    try:
      for name,dt in (('float32',torch.float32),('float64',torch.float64)):
        torch.manual_seed(0)
        ts={k:mk(v,dt) for k,v in inputs.items()}
        for k,t in ts.items():
            if t.is_floating_point() and inputs[k].get('grad',True): t.requires_grad_()
        params={}
        if fn: out=eval(fn,dict(env,**ts))
        else:
            m=getattr(nn,module)(**(args or {})).to(dt)
            for i,(pn,p) in enumerate(m.named_parameters()):
                sp={'shape':list(p.shape),'seed':500+i,'a':0.25}
                c.setdefault('params',{})[pn]=sp
                p.data=mk(sp,dt); params[pn]=p
            for i,(bn,b) in enumerate(m.named_buffers()):
                if not eval_ or not b.is_floating_point(): continue
                sp={'shape':list(b.shape),'seed':901+i,'a':0.5,**({'b':1.0} if 'var' in bn else {})}
                c.setdefault('buffers',{})[bn]=sp
                b.copy_(mk(sp,dt))
            m.train(not eval_)
            out=m(*ts.values())
        outs=out if isinstance(out,(tuple,list)) else [out]
        rec=[];loss=0
        for k,o in enumerate(outs):
            r={'shape':list(o.shape),'dtype':str(o.dtype).split('.')[1],'first8':[float(x) for x in o.detach().flatten()[:8]],'sum':float(o.detach().double().sum()),'l2':float(o.detach().double().norm())}
            if o.is_floating_point():
                w={'shape':list(o.shape),'seed':700+k,'a':1.0}; 
                if name=='float32': r['loss_weight']=w
                loss=loss+(o*mk(w,dt)).sum()
            rec.append(r)
        loss.backward()
        g={}
        for k,t in list(ts.items())+list(params.items()):
            if t.requires_grad and t.grad is not None: g[k]={'l2':float(t.grad.double().norm()),'sum':float(t.grad.double().sum())}
        c[name]={'outputs':rec,'loss':float(loss),'grads':g}
      cases.append(c)
    except Exception as e: print('skip',id,e)
P=dict(a=0.4,b=0.5)
for f,kw in [('acosh',dict(a=0.4,b=2.0)),('atanh',dict(a=0.8)),('erfinv',dict(a=0.9)),('lgamma',dict(a=3.0,b=0.3)),('digamma',dict(a=3.0,b=0.3)),('logit',P),('sinc',dict(a=2.0))]:
    add(f,{'x':I([4,6],**kw)},fn='%s(x)'%f)
for f in ['atan2','copysign','hypot','logaddexp','logaddexp2','fmax','fmin']:
    add(f,{'x':I([4,6]),'y':I([6])},fn='%s(x, y)'%f)
add('xlogy',{'x':I([4,6]),'y':I([4,6],**P)},fn='xlogy(x, y)')
add('lerp',{'x':I([4,6]),'y':I([4,6]),'z':I([4,6])},fn='lerp(x, y, z)')
add('addcmul',{'x':I([4,6]),'y':I([4,6]),'z':I([4,6])},fn='addcmul(x, y, z)')
add('addcdiv',{'x':I([4,6]),'y':I([4,6]),'z':I([4,6],a=0.3,b=1)},fn='addcdiv(x, y, z)')
add('inner',{'x':I([4,6]),'y':I([3,6])},fn='inner(x, y)')
add('kron',{'x':I([2,3]),'y':I([4,2])},fn='kron(x, y)')
add('cross',{'x':I([4,3]),'y':I([4,3])},fn='cross(x, y, 1)')
add('diff',{'x':I([4,6])},fn='diff(x)')
add('cdist',{'x':I([2,4,3]),'y':I([2,5,3])},fn='cdist(x, y)')
add('pdist',{'x':I([5,3])},fn='pdist(x)')
add('normalize',{'x':I([4,6])},fn='normalize(x)')
for m,a,sh in [('CosineSimilarity',{},[[4,6],[4,6]]),('PairwiseDistance',{},[[4,6],[4,6]]),('PairwiseDistance',{'p':1.0,'keepdim':True},[[4,6],[4,6]]),('TripletMarginLoss',{},[[4,6]]*3),('TripletMarginLoss',{'swap':True,'p':1.0,'margin':0.7,'reduction':'sum'},[[4,6]]*3)]:
    add(m+str(a),{k:I(s) for k,s in zip('xyz',sh)},module=m,args=a)
add('CosineEmbeddingLoss',{'x':I([4,6]),'y':I([4,6]),'t':I([4],a=0.0,b=1.0,grad=False)},module='CosineEmbeddingLoss',args={'margin':0.1})
add('CosineEmbeddingLossn',{'x':I([4,6]),'y':I([4,6]),'t':I([4],a=0.0,b=-1.0,grad=False)},module='CosineEmbeddingLoss',args={'margin':-0.2})
add('MultiLabelSoftMarginLoss',{'x':I([4,6]),'y':I([4,6],a=0.5,b=0.5,grad=False)},module='MultiLabelSoftMarginLoss')
add('MultiMarginLoss',{'x':I([4,6]),'y':I([4],below=6)},module='MultiMarginLoss')
add('MultiMarginLoss2',{'x':I([4,6]),'y':I([4],below=6)},module='MultiMarginLoss',args={'p':2,'margin':0.5})
add('MultiLabelMarginLoss',{'x':I([4,6]),'y':I([4,6],below=6)},module='MultiLabelMarginLoss')
add('LocalResponseNorm',{'x':I([2,6,3,3])},module='LocalResponseNorm',args={'size':4,'alpha':0.5})
add('LocalResponseNorm3',{'x':I([2,6,5])},module='LocalResponseNorm',args={'size':3})
add('EmbeddingBag',{'x':I([4,3],below=7)},module='EmbeddingBag',args={'num_embeddings':7,'embedding_dim':5})
for m in ['sum','max']: add('EmbeddingBag'+m,{'x':I([4,3],below=7)},module='EmbeddingBag',args={'num_embeddings':7,'embedding_dim':5,'mode':m})
add('RReLU_eval',{'x':I([4,6])},fn='rrelu(x)')
for m in ['bilinear','nearest','bicubic']:
    for p in ['zeros','border','reflection']:
        for al in [True,False]:
            add('grid_%s_%s_%s'%(m,p,al),{'x':I([2,3,4,5]),'y':I([2,3,4,2],a=1.6)},fn="grid_sample(x, y, mode='%s', padding_mode='%s', align_corners=%s)"%(m,p,al))
add('grid5',{'x':I([2,2,3,4,5]),'y':I([2,2,3,2,3],a=1.3)},fn="grid_sample(x, y, align_corners=False)")
add('affine',{'x':I([2,2,3])},fn='affine_grid(x, [2, 3, 4, 5], align_corners=False)')
add('affine3',{'x':I([2,3,4])},fn='affine_grid(x, [2, 3, 4, 5, 3], align_corners=True)')
add('std_mean',{'x':I([4,6])},fn='std_mean(x, 1)')
add('kthvalue',{'x':I([4,6])},fn='kthvalue(x, 2)')
add('mode',{'x':I([4,6])},fn='mode(x)')
add('quantile',{'x':I([4,6])},fn='quantile(x, 0.3)')
add('dstack',{'x':I([4,6]),'y':I([4,6])},fn='dstack([x, y])')
add('column_stack',{'x':I([4,6]),'y':I([4])},fn='column_stack([x, y])')
add('nan_to_num',{'x':I([4,6])},fn='nan_to_num(x)')
i1,i2=I([2,4,12]),I([2,4,6,6])
for a in [dict(norm_type=1,kernel_size=2,ceil_mode=True),dict(norm_type=2,kernel_size=[2,4],stride=[2,3],ceil_mode=True)]:
    add('LPPool2d%s'%a,{'x':I([2,3,5,5],a=0.4,b=1.0)},module='LPPool2d',args=a)
add('LPPool1d_ceil',{'x':I([2,3,7],a=0.4,b=1.0)},module='LPPool1d',args=dict(norm_type=3,kernel_size=3,stride=3,ceil_mode=True))
for n,sh in [('1d',i1),('2d',i2)]: add('InstanceNorm_eval'+n,{'x':sh},module='InstanceNorm'+n,args=dict(num_features=4,track_running_stats=True,affine=True),eval_=True)
add('InstanceNorm_eval_untracked',{'x':i1},module='InstanceNorm1d',args=dict(num_features=4),eval_=True)
for p in [[-1,2],[3,-2],[-3,-4]]: add('circular%s'%p,{'x':i1},fn='F.pad(x, %s, mode="circular")'%p)
add('circular2',{'x':i2},fn='F.pad(x, [-2, 3, 2, -1], mode="circular")')
for a in [dict(scale_grad_by_freq=True),dict(scale_grad_by_freq=True,padding_idx=2),dict(max_norm=0.25),dict(max_norm=0.3,norm_type=1.0)]:
    add('Embedding%s'%a,{'x':I([4,5],below=7)},module='Embedding',args=dict(num_embeddings=7,embedding_dim=3,**a))
add('EmbeddingBag_max_norm',{'x':I([4,5],below=7)},module='EmbeddingBag',args=dict(num_embeddings=7,embedding_dim=3,max_norm=0.25,mode='sum'))
add('addcmul_value',{'x':I([4,6],**P),'y':I([4,6],**P)},fn='addcmul(x, y, y, value=0.5)')
add('addcdiv_value',{'x':I([4,6],**P),'y':I([4,6],**P)},fn='addcdiv(x, y, y + 3, value=-2.0)')
add('detach_mul',{'x':I([4,6])},fn='x.detach() * x')
for m in ['sum','mean']:
    for a in [dict(),dict(padding_idx=2)]:
        add('EmbeddingBag_by_freq_%s%s'%(m,a),{'x':I([4,5],below=7)},module='EmbeddingBag',args=dict(num_embeddings=7,embedding_dim=3,mode=m,scale_grad_by_freq=True,**a))
for m in ['bilinear','bicubic']:
    for n,sh,a in [('down',[2,2,9,7],'size=[4, 3]'),('up',[1,2,4,3],'size=[7, 8]'),('corners',[1,2,9,5],'size=[4, 7], align_corners=True'),('factor',[1,2,9,8],'scale_factor=0.4')]:
        add('antialias_%s_%s'%(m,n),{'x':I(sh)},fn="F.interpolate(x, %s, mode='%s', antialias=True)"%(a,m))
json.dump({'torch':torch.__version__,'saved_for_backward':[],'numerics':cases},open(sys.argv[1],'w'),separators=(',',':'))
print(len(cases),'cases')
