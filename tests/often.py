"""How often something is tried that any try may show: as tests/support/test.h has it, of which tests/meson.build tells this."""
import os


def often(all_of_it, watched):
    return watched if os.environ.get("WARREN_WATCHED") else all_of_it
