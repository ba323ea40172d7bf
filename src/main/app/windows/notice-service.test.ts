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

test("what cannot be told now is kept for the next page, once", () => {
  const { desk } = deskWith("away");
  desk.keep("first");
  desk.tell({ code: "failed", message: "second" });
  expect(desk.take()).toEqual(["first", "second"]);
  expect(desk.take()).toEqual([]);
});

test("the same surprise is told once a minute, another one at once", () => {
  const { desk, delivered } = deskWith("there");
  for (const error of ["full", "full", "gone"]) desk.surprise("The disk", error);
  expect(delivered).toEqual(["The disk: full", "The disk: gone"]);
  expect(desk.take()).toEqual([]);
});
