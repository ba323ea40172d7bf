/** A client's configuration cannot be changed, and was not. The message says what was found and what to do. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
