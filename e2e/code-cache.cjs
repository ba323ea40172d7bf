/**
 * Loaded by main before the app: the apps of one test worker share the compiled code of the page, and those of all workers the compiled code of main.
 * A user's app finds both in its own data folder.
 */
const { enableCompileCache, flushCompileCache } = require("node:module");
const { app } = require("electron");

enableCompileCache(process.env.NODE_COMPILE_CACHE);
// Most tests end before the app itself would write it.
setTimeout(flushCompileCache, 1500).unref();
app.on("session-created", (session) => session.setCodeCachePath(process.env.GALLEY_TEST_CODE_CACHE));
