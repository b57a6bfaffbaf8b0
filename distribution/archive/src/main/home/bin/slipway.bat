@echo off
rem Starts Slipway: finds a Java and hands it the command. Options for the Java VM: SLIPWAY_JAVA_OPTS.
setlocal
set "HOME_FOLDER=%~dp0.."
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java.exe"
"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
    echo slipway: Java 17 or newer is needed: set JAVA_HOME, or put java on the PATH. 1>&2
    exit /b 70
)
set "NEWER="
"%JAVA%" --sun-misc-unsafe-memory-access=allow -version >nul 2>&1
if not errorlevel 1 set "NEWER=--sun-misc-unsafe-memory-access=allow"
"%JAVA%" -XX:+UseSerialGC -XX:+ExitOnOutOfMemoryError -Xmx256m -Dfile.encoding=UTF-8 %NEWER% %JAVA_OPTS% %SLIPWAY_JAVA_OPTS% "-Dslipway.home=%HOME_FOLDER%" -jar "%HOME_FOLDER%\lib\slipway.jar" %*
exit /b %ERRORLEVEL%
