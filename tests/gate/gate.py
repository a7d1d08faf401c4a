"""All tests of this folder; run.sh calls it."""
import check
import formats

check.each(formats.TESTS)
check.finish()
