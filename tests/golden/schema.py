"""Holds the JSON on standard input against the schema named on the command line."""
import json
import sys

import jsonschema

schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
errors = list(jsonschema.Draft7Validator(schema).iter_errors(json.load(sys.stdin)))


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
