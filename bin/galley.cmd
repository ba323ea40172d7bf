@echo off
node "%~dp0galley" %*
