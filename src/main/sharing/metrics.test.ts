import { expect, test } from "vitest";
import { createMetrics } from "./metrics";

test("a histogram counts each update in every bucket that it fits, and rejections have their reason", () => {
  const metrics = createMetrics();
  metrics.stored(100, 0.002);
  metrics.stored(50, 0.3);
  metrics.stored(1, 60);
  metrics.rejected("wrong secret");
  metrics.rejected("wrong secret");
  const lines = metrics
    .render({ connections: 3, documents: 2, isStoreUsable: false, isRedisConnected: null })
    .split("\n");
  for (const line of [
    "galley_connections 3",
    "galley_documents 2",
    "galley_store_up 0",
    "galley_updates_stored_total 3",
    "galley_stored_bytes_total 151",
    'galley_rejections_total{reason="wrong secret"} 2',
    'galley_store_seconds_bucket{le="0.001"} 0',
    'galley_store_seconds_bucket{le="0.0025"} 1',
    'galley_store_seconds_bucket{le="0.5"} 2',
    'galley_store_seconds_bucket{le="10"} 2',
    'galley_store_seconds_bucket{le="+Inf"} 3',
    "galley_store_seconds_count 3",
  ])
    expect(lines).toContain(line);
  expect(lines.join()).not.toContain("redis");
  for (const line of lines.filter((each) => each !== ""))
    expect(line).toMatch(/^# (?:HELP|TYPE) [a-z_]+ .+$|^[a-z_]+(?:\{[a-z]+="[^"]+"\})? [\d.e+-]+$/);
});
