import { expect, test } from "vitest";
import { describeDatabase } from "./postgres-database";

test("an address is described without its password, whatever is in that", () => {
  expect(describeDatabase("postgres://galley:12%2Fsecret@db.example.org:5433/texts")).toBe(
    "the Postgres database texts at db.example.org:5433",
  );
  for (const password of ["12/secret", "12?secret", "12#secret", "pass/secret", "12/a:secret"])
    expect(describeDatabase(`postgres://galley:${password}@db/galley`)).toBe("the Postgres database");
});
