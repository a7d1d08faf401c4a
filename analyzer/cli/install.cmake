# What `cmake --install` puts in place: program, library, headers, man page,
# pkg-config file, CMake package, schema, and completion for three shells.
install(TARGETS shapeprof_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS shapeprof_library EXPORT shapeprofTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/frontends/nn/include/shapeprof
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
# Read for programs whose ggml.h or kann.h is not found, never compiled: so not where compilers look.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/frontends/ggml/include/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/shapeprof/ggml FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/frontends/nnom/include/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/shapeprof/nnom FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/frontends/kann/include/
        DESTINATION ${CMAKE_INSTALL_DATADIR}/shapeprof/kann FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_SOURCE_DIR}/analyzer/report/report.schema.json
              ${PROJECT_SOURCE_DIR}/analyzer/report/run.schema.json
              ${PROJECT_SOURCE_DIR}/analyzer/report/plan.schema.json
              ${PROJECT_SOURCE_DIR}/analyzer/report/compare.schema.json
              ${PROJECT_SOURCE_DIR}/analyzer/settings/shapeprof.schema.json
        DESTINATION ${CMAKE_INSTALL_DATADIR}/shapeprof)

# Relative to the file itself, so that `cmake --install --prefix` may put all of it elsewhere.
file(RELATIVE_PATH PREFIX_FROM_PKGCONFIG /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" PREFIX_FROM_PKGCONFIG ${PREFIX_FROM_PKGCONFIG})
configure_file(${PROJECT_SOURCE_DIR}/analyzer/cli/shapeprof.pc.in
               ${PROJECT_BINARY_DIR}/shapeprof.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/shapeprof.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/shapeprof)
install(EXPORT shapeprofTargets NAMESPACE shapeprof:: DESTINATION ${package_dir})
configure_package_config_file(${PROJECT_SOURCE_DIR}/analyzer/cli/shapeprofConfig.cmake.in
                              ${PROJECT_BINARY_DIR}/shapeprofConfig.cmake
                              INSTALL_DESTINATION ${package_dir}
                              PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/shapeprofConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/shapeprofConfig.cmake
              ${PROJECT_BINARY_DIR}/shapeprofConfigVersion.cmake
              ${PROJECT_SOURCE_DIR}/analyzer/cli/shapeprofCheck.cmake DESTINATION ${package_dir})

# The manual page and the completions are written by the program itself, from its tables.
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/shapeprof.1
                   COMMAND shapeprof_program manual > ${PROJECT_BINARY_DIR}/shapeprof.1
                   DEPENDS shapeprof_program VERBATIM)
add_custom_target(shapeprof_manual ALL DEPENDS ${PROJECT_BINARY_DIR}/shapeprof.1)
install(FILES ${PROJECT_BINARY_DIR}/shapeprof.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
foreach(shell bash zsh fish)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/completion.${shell}
                     COMMAND shapeprof_program completion ${shell}
                             > ${PROJECT_BINARY_DIR}/completion.${shell}
                     DEPENDS shapeprof_program VERBATIM)
  list(APPEND completions ${PROJECT_BINARY_DIR}/completion.${shell})
endforeach()
add_custom_target(shapeprof_completions ALL DEPENDS ${completions})
install(FILES ${PROJECT_BINARY_DIR}/completion.bash RENAME shapeprof
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${PROJECT_BINARY_DIR}/completion.zsh RENAME _shapeprof
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
install(FILES ${PROJECT_BINARY_DIR}/completion.fish RENAME shapeprof.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
