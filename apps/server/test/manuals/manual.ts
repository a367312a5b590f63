/** A manual, the questions that people ask of it, and the fact that an answer has to hold. */
export type Manual = {
  name: string;
  /** HTML or PDF; gzip is unpacked. */
  files: string[];
  questions: [question: string, fact: RegExp][];
};
