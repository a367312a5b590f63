export type NluErrorCode =
  | 'nlu.no_examples'
  | 'nlu.no_trainable_examples'
  | 'nlu.too_many_intents'
  | 'nlu.example_invalid'
  | 'nlu.option_invalid'
  | 'nlu.intent_unknown'
  | 'nlu.model_damaged'
  | 'nlu.model_version'
  | 'nlu.encoder_missing';

/** An input that this package refuses, with a code for programs; the message is for people who build bots. */
export class NluError extends Error {
  readonly code: NluErrorCode;

  constructor(code: NluErrorCode, message: string) {
    super(message);
    this.name = 'NluError';
    this.code = code;
  }
}
