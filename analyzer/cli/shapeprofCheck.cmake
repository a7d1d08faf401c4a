# shapeprof_check(TARGET [BUDGET limits] [WERROR] [OPTIONS option...])
#
# Analyses the C sources of a target with its include folders and definitions, in each build in which
# one of them changed: an error or a broken budget fails the build. The target TARGET_shapeprof does
# it alone.
#
#   find_package(shapeprof REQUIRED)
#   add_library(net STATIC net.c blocks.c)
#   shapeprof_check(net BUDGET peak<=8MiB OPTIONS --input f32[8,3,224,224])
function(shapeprof_check target)
  cmake_parse_arguments(PARSE_ARGV 1 check "WERROR" "BUDGET" "OPTIONS")
  if(check_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "shapeprof_check(${target}): not understood: ${check_UNPARSED_ARGUMENTS}")
  endif()
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.c$")
      get_filename_component(path "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND files "${path}")
    endif()
  endforeach()
  if(NOT files)
    message(FATAL_ERROR "shapeprof_check(${target}): the target has no C source")
  endif()
  set(options --format brief ${check_OPTIONS})
  if(check_BUDGET)
    list(APPEND options --budget "${check_BUDGET}")
  endif()
  if(check_WERROR)
    list(APPEND options --werror)
  endif()
  # Usage requirements of what the target links are in these properties too.
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(stamp "${CMAKE_CURRENT_BINARY_DIR}/${target}_shapeprof.stamp")
  add_custom_command(
    OUTPUT "${stamp}"
    COMMAND "${SHAPEPROF_PROGRAM}" ${options} ${files} --
            "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
            "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>"
    COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
    DEPENDS ${files}
    COMMENT "Analysing the models of ${target}"
    COMMAND_EXPAND_LISTS VERBATIM)
  add_custom_target(${target}_shapeprof ALL DEPENDS "${stamp}")
endfunction()
