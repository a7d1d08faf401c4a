// Places in SARIF (2.1.0, sections 3.4 artifactLocation, 3.28 location, 3.30 region).

#include "analyzer/report/sarif_place.h"

#include "analyzer/report/json_value.h"
#include "ir/base/text.h"

#include <ctype.h>
#include <string.h>

// RFC 3986's unreserved characters and the slash stay.
static const char *path_uri(struct arena *arena, const char *path)
{
    struct text uri = {.arena = arena};
    if (*path == '/') text_add(&uri, "file://");
    for (const unsigned char *at = (const unsigned char *)path; *at; at++) {
        if ((isalnum(*at) && *at < 0x80) || strchr("-._~/", *at))
            text_add_char(&uri, (char)*at);
        else
            text_printf(&uri, "%%%02X", *at);
    }
    return text_string(&uri);
}

json_t *sarif_artifact(struct arena *arena, const char *path)
{
    json_t *artifact = json_object();
    while (path[0] == '.' && path[1] == '/') path += 2;
    json_object_set_new(artifact, "uri", json_text(path_uri(arena, path)));
    if (*path != '/') json_object_set_new(artifact, "uriBaseId", json_text("%SRCROOT%"));
    return artifact;
}

static json_t *make_region(struct source_texts *sources, const struct site *site)
{
    json_t *region = json_object();
    json_object_set_new(region, "startLine", json_integer(site->line));
    if (site->column > 0)
        json_object_set_new(
            region, "startColumn",
            json_integer(source_texts_utf16(sources, site->file, site->line, site->column)));
    return region;
}

json_t *sarif_location(struct arena *arena, struct source_texts *sources, const struct site *site)
{
    if (!site || !site->file) return NULL;
    json_t *location = json_object(), *physical = json_object();
    json_object_set_new(physical, "artifactLocation", sarif_artifact(arena, site->file));
    if (site->line > 0) json_object_set_new(physical, "region", make_region(sources, site));
    json_object_set_new(location, "physicalLocation", physical);
    if (!site->function) return location;
    json_t *logical = json_object(), *all = json_array();
    json_object_set_new(logical, "name", json_text(site->function));
    json_object_set_new(logical, "kind", json_text("function"));
    json_array_append_new(all, logical);
    json_object_set_new(location, "logicalLocations", all);
    return location;
}
