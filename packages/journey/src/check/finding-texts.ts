/** English texts of the findings of a check. Other languages have the same keys and the same values in their texts. */
export const findingTexts = {
  noStart: 'No node is the start.',
  startGone: 'The start is not there.',
  exitOpen: 'Nothing is joined to this exit.',
  noWay: 'No way leads to this node.',
  gotoGone: 'The node that it goes to is not there.',
  targetGone: 'This exit leads to a node that is not there.',
  edgeFromNowhere: 'This edge begins at no exit.',
  endless: 'This circle has no input, no wait of a minute and no loop node, so it would never stop.',
  endlessWait:
    'This circle waits for nothing but receipts of its own messages, less than a minute, or a date that is over in its second round, so it would send without end.',
  maybeUnset: '“{{name}}” is not set on every way to here.',
  neverSet: 'Nothing in the stream sets “{{name}}”: set it, or give it a default value.',
  noTranslation: 'There are no words in {{language}}.',
  notBoolean: 'A condition is yes or no, and this is a {{type}}.',
  wrongType: 'A value of the type {{wanted}} is needed here, and this is {{type}}.',
  pickWrong: 'The answer has a {{found}} here ({{path}}), and “{{name}}” is {{type}}: it cannot hold it.',
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
  endsStandard:
    'Nothing is joined to “{{exits}}” here, nor to “error”, and the stream has no text for errors: whoever comes out there hears a standard text, and the walk fails.',
  callFails:
    'Nothing is joined to “{{exits}}” here: whoever comes out there hears the text for errors, a standard one where the stream has none, and the walk fails. Inside of another stream it goes back by “ended”.',
  unknownAsError:
    'Nothing is joined to “unknown” here: a call of which nobody knows whether it was carried out leaves by “error”, as if it had failed.',
  departmentEmpty: 'Nobody who takes chats is in the department “{{name}}”: whoever is handed over waits for nobody.',
  staysLong: 'Whoever does not answer stays here for more than a week.',
  variableGone: 'There is no variable “{{name}}”.',
  showsNumbers: '{{channel}} shows lines with numbers ({{language}}).',
  showsList: '{{channel}} shows a list ({{language}}).',
  showsButtons: '{{channel}} shows a row of buttons ({{language}}).',
  showsPictures: '{{channel}} shows each card as a picture and its words ({{language}}).',
  cardEmpty: 'A card has neither words nor a picture.',
  looksLikeKey: 'This looks like a key. Keep it in an integration, where nobody reads it.',
  leavesHouse: '“{{name}}” is sensitive, and leaves with this.',
  inPhoneBook: '“{{name}}” is sensitive, and everybody who sees the customer can read it there.',
  inWait: '“{{name}}” is sensitive, and can be read in what is waited for.',
  chooseRef: 'Choose a {{ref}}.',
  refGone: 'The {{ref}} “{{name}}” is not there.',
  notApproved: 'The template “{{name}}” is not approved.',
  insideItself: 'This stream would be inside of itself.',
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
export type SlotsOf<Key extends FindingText> = Record<SlotIn<(typeof findingTexts)[Key]>, string | number>;
