import { expect, test } from "vitest";
import { readSharedLink } from "./shared-link";

const secret = "abcdefghijklmnopqrstuvwxyz_-0123456789ABCDE";

test.each([
  [`galley://127.0.0.1:4480/#${secret}`, "ws://127.0.0.1:4480/"],
  [`galley://[::1]:4480/#${secret}`, "ws://[::1]:4480/"],
  [`https://docs.example.org/#${secret}`, "wss://docs.example.org/"],
  [`https://docs.example.org:8443/team/#${secret}`, "wss://docs.example.org:8443/team/"],
])("%.40s leads to %s", (link, url) => expect(readSharedLink(link)).toEqual({ url, secret }));

test.each([`galley://192.168.1.5:4480/#${secret}`, `http://docs.example.org/#${secret}`])(
  "%.40s would send texts unencrypted to another machine",
  (link) => expect(readSharedLink(link)).toBe("open"),
);

test.each([
  "",
  "notes",
  "https://docs.example.org/",
  "https://docs.example.org/#short",
  `https://ann:pw@docs.example.org/#${secret}`,
  `https://docs.example.org/?a=b#${secret}`,
  `file:///etc/passwd#${secret}`,
  `javascript:alert(1)#${secret}`,
  `https://docs.example.org/#${secret} `.replace(" ", "%20"),
])("%.40j is no link of a shared folder", (link) => expect(readSharedLink(link)).toBeNull());
