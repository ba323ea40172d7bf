import { compareVersions, revertHunk } from "./compare-versions";
import type { HistoryRequest, HistoryResponse } from "./history-protocol";

self.onmessage = ({ data }: MessageEvent<HistoryRequest>) => {
  const answer: HistoryResponse =
    data.ask === "compare"
      ? { id: data.id, comparison: compareVersions(data) }
      : { id: data.id, back: revertHunk(data, data.index, data.today) };
  self.postMessage(answer);
};
