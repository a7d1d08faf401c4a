int next_width(int);
