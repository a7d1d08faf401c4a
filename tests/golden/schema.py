"""Holds the JSON on standard input against the schema named on the command line."""
import json
import pathlib
import sys
import warnings

import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
# Schemas refer to others in their folder. Newer versions want another library for that, which
# Debian 12 has not.
warnings.filterwarnings("ignore", category=DeprecationWarning)
here = jsonschema.RefResolver(pathlib.Path(sys.argv[1]).resolve().as_uri(), schema)
errors = list(jsonschema.Draft7Validator(schema, resolver=here).iter_errors(json.load(sys.stdin)))


def undescribed(schema, path):
    """Members that the schema does not explain."""
    for name, member in schema.get("properties", {}).items():
        if "description" not in member:
            yield f"{path}.{name}"
        yield from undescribed(member, f"{path}.{name}")
        yield from undescribed(member.get("items", {}), f"{path}.{name}")


silent = list(undescribed(schema, "report"))
for name, part in schema["definitions"].items():
    silent += undescribed(part, name)
for name in silent[:5]:
    print(name, "has no description in the schema")
for error in errors[:5]:
    print("/".join(str(part) for part in error.absolute_path), error.message[:200])
sys.exit(len(errors) + len(silent) > 0)
