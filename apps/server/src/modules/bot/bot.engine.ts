/** What answers in a bot's name. The keyword engine is the first; the bot builder's engines implement the same. */
export type BotTurn = {
  /** The customer's words since the bot last spoke, oldest first. */
  texts: readonly string[];
  /** What the engine kept from the last turn; {} at first. */
  state: Record<string, unknown>;
  /** Name of the bot, for texts that mention it. */
  botName: string;
};
export type BotAnswer = {
  replies: readonly string[];
  state: Record<string, unknown>;
  /** The customer asked for a person, or the bot has nothing to say. */
  handsOver: boolean;
};
export type BotEngine = { answer: (turn: BotTurn) => Promise<BotAnswer> };
