/** Results of one engine on one set, measured in a process of its own. */
export type EngineReport = {
  accuracy: number;
  typoAccuracy: number;
  auroc: number;
  recall: number;
  /** Ratio of texts in scope that the default threshold rejects. */
  falseRejection: number;
  calibrationInScope: number;
  calibrationAll: number;
  literalRatio: number;
  trainCpuSeconds: number;
  peakMegabytes: number;
  modelMegabytes: number;
  loadMs: number;
  residentMegabytes: number;
  p50Microseconds: number;
  p99Microseconds: number;
};
