// Loaded by main before the app: the apps of one test worker share the compiled code of the page, which a user's app finds in its own data folder.
const { app } = require("electron");

app.on("session-created", (session) => session.setCodeCachePath(process.env.GALLEY_TEST_CODE_CACHE));
