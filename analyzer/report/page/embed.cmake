# Writes the files of the HTML report into a C source, as arrays: cmake -DOUT=FILE -P embed.cmake
set(text "// Made from analyzer/report/page by embed.cmake.\n#include \"analyzer/report/page.h\"\n")
foreach(name html css js)
  file(READ ${CMAKE_CURRENT_LIST_DIR}/page.${name} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "const unsigned char page_${name}[] = {${bytes}0};\n")
endforeach()
file(WRITE ${OUT} "${text}")
