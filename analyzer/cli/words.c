#include "analyzer/cli/words.h"

// An empty pair of quotes is a word, a run of blanks is none.
static void end_word(struct words *words)
{
    if (words->inside) *vec_push(words->arena, &words->list) = text_string(&words->word);
    words->word = (struct text){.arena = words->arena};
    words->inside = false;
}

bool words_split(struct words *words, const char *at)
{
    char quote = 0;
    for (; *at; at++) {
        bool blank = *at == ' ' || *at == '\t' || *at == '\n';
        if (!quote && blank) {
            end_word(words);
            continue;
        }
        words->inside = true;
        if (quote ? *at == quote : *at == '\'' || *at == '"') {
            quote = (char)(quote ? 0 : *at);
        } else if (*at == '\\' && quote != '\'' && at[1]) {
            text_add_char(&words->word, *++at);
        } else {
            text_add_char(&words->word, *at);
        }
    }
    end_word(words);
    return !quote;
}
