// Which keyword was said? The model is in keywords_net.h, as NNoM's converter would write it.

#include <stdio.h>
#include <string.h>
#include "keywords_net.h"

int main(void)
{
    nnom_model_t *model = keywords_create();
    uint32_t label;
    float probability;
    memset(keywords_input, 0, sizeof keywords_input); // from the microphone
    nnom_predict(model, &label, &probability);
    printf("keyword %u\n", (unsigned)label);
    model_delete(model);
    return 0;
}
