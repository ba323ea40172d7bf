import { expect, test } from "vitest";
import { NoticeDesk } from "./notice-service";

const deskWith = (page: "there" | "away") => {
  const delivered: string[] = [];
  const desk = new NoticeDesk({
    deliver: ({ message }) => page === "there" && delivered.push(message) > 0,
    inWords: String,
  });
  return { desk, delivered };
};

test("a notice that cannot be shown now is kept for the next renderer, once", () => {
  const { desk } = deskWith("away");
  desk.keep("first");
  desk.tell({ code: "failed", message: "second" });
  expect(desk.take()).toEqual(["first", "second"]);
  expect(desk.take()).toEqual([]);
});

test("the same notice is shown once a minute, another one at once", () => {
  const { desk, delivered } = deskWith("there");
  for (const error of ["full", "full", "gone"]) desk.surprise("The disk", error);
  expect(delivered).toEqual(["The disk: full", "The disk: gone"]);
  expect(desk.take()).toEqual([]);
});
