/** A TOML basic string: JSON's escapes are valid TOML, except for an unescaped DEL. */
export const tomlString = (text: string): string => JSON.stringify(text).replaceAll("\u007f", "\\u007F");
