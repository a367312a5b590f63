/** What a check may find, in English. Other languages say it by the same key, with the same values in it. */
export const findingTexts = {
  noStart: 'No node is the start.',
  startGone: 'The start is not there.',
  exitOpen: 'Nothing is joined to this exit.',
  noWay: 'No way leads to this node.',
  gotoGone: 'The node that it goes to is not there.',
  targetGone: 'This exit leads to a node that is not there.',
  edgeFromNowhere: 'This edge begins at no exit.',
  endless: 'This circle has no input, no wait of a minute and no loop node, so it would never stop.',
  maybeUnset: '“{{name}}” is not set on every way to here.',
  neverSet: 'Nothing sets “{{name}}”.',
  noTranslation: 'There are no words in {{language}}.',
  notBoolean: 'A condition is yes or no, and this is a {{type}}.',
  keyMissing: 'Several at once need a key that tells them apart.',
  reminderLate: 'The reminder comes after the end.',
  menuNowhere: 'The word for the menu leads nowhere.',
  milestoneGone: 'There is no such milestone.',
  textTooLong: 'On {{channel}}, a text has at most {{most}} characters; this one has {{length}} ({{language}}).',
  sharesSum: 'The shares do not add up to 100 %.',
  addressBelow: 'The address begins with /, below the address of the service.',
  addressHost: 'The address begins with https:// and a host without a variable.',
  noSources: 'Choose what it answers from.',
  windowClosed:
    'On {{channel}}, free text is refused {{hours}} hours after the customer’s last message, and more may have passed here. Choose a template for it, or another channel.',
  staysLong: 'Whoever does not answer stays here for more than a week.',
  variableGone: 'There is no variable “{{name}}”.',
  showsNumbers: '{{channel}} shows lines with numbers ({{language}}).',
  showsList: '{{channel}} shows a list ({{language}}).',
  showsButtons: '{{channel}} shows a row of buttons ({{language}}).',
  showsPictures: '{{channel}} shows each card as a picture and its words ({{language}}).',
  cardEmpty: 'A card has neither words nor a picture.',
  looksLikeKey: 'This looks like a key. Keep it in an integration, where nobody reads it.',
  leavesHouse: '“{{name}}” is sensitive, and leaves with this.',
  chooseRef: 'Choose a {{ref}}.',
  refGone: 'The {{ref}} “{{name}}” is not there.',
  notApproved: 'The template “{{name}}” is not approved.',
  insideItself: 'This stream would be inside of itself.',
  notBuilt: 'This installation does not carry out nodes of this kind yet.',
  wrongService: 'Services of this type cannot be called here.',
  costs: 'On {{channel}}, one person costs {{most}}, for numbers of {{country}}: each message once, however often a loop sends it.',
  costsBetween:
    'On {{channel}}, one person costs {{least}} to {{most}}, for numbers of {{country}}: each message once, however often a loop sends it.',
  costsWithoutSkills: 'What skills say is not in the costs.',
  noTests: 'There is no saved conversation that plays this stream.',
  nodeUntested: 'No saved conversation comes here.',
  exitUntested: 'No saved conversation leaves by this exit.',
} as const;
export type FindingText = keyof typeof findingTexts;

type SlotIn<Text extends string> = Text extends `${string}{{${infer Slot}}}${infer Rest}` ? Slot | SlotIn<Rest> : never;
/** The values of a text: none where it has no place for any. */
export type SlotsOf<Key extends FindingText> = Record<SlotIn<(typeof findingTexts)[Key]>, string>;

export const fillText = (key: FindingText, slots: Readonly<Record<string, string>>): string =>
  findingTexts[key].replace(/\{\{(\w+)\}\}/g, (_, slot: string) => slots[slot] ?? '');
