#error "there is a nearer one"
