import { expect, test } from "vitest";
import { linkOf } from "./link";

test("only web and mail links are accepted, however they are written [A3 E15]", () => {
  for (const url of [
    "https://example.com/a?b#c",
    "http://example.com",
    "mailto:anna@example.com",
    "mailto:anna@example.com?subject=Notes&Body=a%0Ab&cc=b@example.com",
    "HTTPS://EXAMPLE.COM",
  ])
    expect(linkOf(url), url).not.toBeNull();
  for (const url of [
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "smb://host/x",
    "ms-calculator:",
    "galley://app/index.html",
    "vbscript:x",
    "//example.com",
    "mailto:a@b.example?attach=/etc/passwd",
    "mailto:a@b.example?subject=x&Attachment=/etc/passwd",
    "mailto:a@b.example?%61ttach=/etc/passwd",
    "notes.md",
    "",
  ])
    expect(linkOf(url), url).toBeNull();
});
