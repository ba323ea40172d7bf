import { compareVersions, putBack } from "./compare-versions";
import type { HistoryAnswer, HistoryQuestion } from "./history-protocol";

self.onmessage = ({ data }: MessageEvent<HistoryQuestion>) => {
  const answer: HistoryAnswer =
    data.ask === "compare"
      ? { id: data.id, comparison: compareVersions(data) }
      : { id: data.id, back: putBack(data, data.index, data.today) };
  self.postMessage(answer);
};
