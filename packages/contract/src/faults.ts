import { z } from './z.ts';

/**
 * Every fault of a field: its code and its English words, which are the specification's where it has some. Codes are for programs and never
 * change. A slot such as {{maximum}} is filled by the fault's values; {{1}} is no slot: it is how a template writes its first variable.
 */
export const faultTexts = {
  'field.mandatory': 'This field is mandatory.',
  'field.required': 'This field is required',
  'field.unknown': 'There is no field {{keys}}.',
  'value.invalid': 'This value is not valid.',
  'value.choice': 'One of {{choices}}.',
  'value.required': '{{label}} is required',
  'value.blank': 'Whitespace only present in the field - {{label}}',
  'value.too_short': 'Minimum length must be {{minimum}} characters.',
  'value.too_long': 'Maximum length must be {{maximum}} characters.',
  'value.letters': '{{label}} may contain only letters',
  'value.letters_and': '{{label}} may contain only letters and {{characters}}',
  'value.letters_digits': '{{label}} may contain only letters and digits',
  'value.letters_digits_and': '{{label}} may contain only letters and digits and {{characters}}',
  'value.shortened': '{{label}}: {{value}} has lost its digits in a spreadsheet',
  'value.whole_number': '{{label}} must be a whole number',
  'value.number': '{{label}} must be a number',
  'value.email': '{{label}} must be an e-mail address',
  'value.yes_or_no': '{{label}} must be Yes or No',
  'value.date': '{{label}}: {{value}} is no date such as 2026-01-31',
  'value.date_ambiguous': '{{label}}: {{value}} can be two dates. Write the year first, such as 2026-01-31',
  'consent.invalid': '{{label}} must be Granted, Refused or Never asked',
  'value.one_of': '{{label}} must be one of {{choices}}',
  'text.too_long': 'At most {{maximum}} characters.',
  'text.too_short': 'At least {{minimum}} characters.',
  'text.null_character': 'The character U+0000 is not allowed.',
  'text.half_character': 'The text has half a character in it.',
  'text.unstorable': 'A text has a character that cannot be stored.',
  'text.not_kept': 'The text has a character that cannot be kept.',
  'number.type': 'This is not a number.',
  'number.whole': 'This is not a whole number.',
  'number.too_small': 'At least {{minimum}}.',
  'number.too_big': 'At most {{maximum}}.',
  'number.negative': 'A number of at least 0.',
  'list.too_short': 'At least {{minimum}} entries.',
  'list.too_long': 'At most {{maximum}} entries.',
  'email.invalid': 'Please enter a valid email address',
  'email.not_one': 'This is not an e-mail address',
  'link.invalid': 'This is not an address.',
  'date.invalid': 'This is not a date.',
  'colour.format': 'A colour looks like #1f6feb.',
  'time.format': 'A time looks like 21:00.',
  'domain.format': 'A domain, such as example.com or *.example.com.',
  'domain.too_many': 'At most 50 domains.',
  'host.format': 'A host name, such as chat.example.com.',
  'image.foreign': 'An image of this installation.',
  'file.missing': 'A file is needed.',
  'file.too_large': 'The file is larger than {{limit}} MB.',
  'file.type': 'Invalid file type !',
  'media.kind': 'One of IMAGE, VIDEO and DOCUMENT.',
  'days.backwards': 'The first day is after the last one.',
  'days.too_many': 'At most {{maximum}} days.',
  'schedule.past': 'Choose a time that is still to come.',
  'schedule.too_far': 'At most {{maximum}} days from now.',
  'schedule.chat': 'A template of a chat is sent at once.',

  'password.too_short': 'Your Password must be atleast 8 characters long',
  'password.mismatch': 'Your passwords do not match. Please try again.',
  'terms.required': 'Please accept the terms of service.',
  'user.no_role': 'At least one role.',

  'phone.invalid': 'This is not a phone number',
  'phone.no_country': 'The phone number needs a country code',
  'phone.shortened': 'The phone number has lost its digits in a spreadsheet',
  'whatsapp.invalid': 'WhatsApp Number: This is not a phone number',
  'whatsapp.no_country': 'WhatsApp Number: The phone number needs a country code',
  'whatsapp.shortened': 'WhatsApp Number: The phone number has lost its digits in a spreadsheet',
  'customer.exists': 'Customer already exists',
  'customer.in_bin': 'A deleted customer has this phone number',
  'customer.email': 'Email must be an e-mail address',
  'customer.language': 'Language must be a language such as en or hi',
  'customer.time_zone': 'Time Zone must be a zone such as Asia/Kolkata',
  'attribute.unknown': 'There is no attribute {{name}}',
  'attribute.name_taken': 'Field name must be unique',
  'attribute.name_format': 'Use letters, digits and underscore only',
  'attribute.minimum': 'Minimum cannot be greater than maximum',
  'attribute.input_type': 'This input type does not fit the field type.',
  'filter.date': '{{value}} is no date.',
  'filter.number': '{{value}} is no number.',
  'filter.attribute': 'A condition names an attribute that does not exist.',
  'filter.operator': '{{field}} cannot be compared by {{operator}}.',
  'filter.values': '{{operator}} needs another number of values.',
  'filter.days': '{{value}} is no number of days from 1 to {{maximum}}.',
  'filter.order': 'The first value must not be greater than the second.',
  'filter.nested': 'Conditions can be grouped one level deep.',
  'filter.too_many': 'A filter has at most 40 conditions.',
  'filter.hidden': 'Your role hides what this filter compares.',
  'mapping.no_column': 'The file has no column {{column}}',
  'mapping.no_header': 'There is no system header {{header}}',
  'mapping.column_twice': 'The column {{column}} is mapped twice',
  'mapping.header_twice': '{{header}} is mapped twice',
  'mapping.no_phone': 'Choose which column holds the phone number.',
  'mapping.no_name': 'Choose which column holds the name.',
  'mapping.no_value': 'Choose which column holds {{label}}.',

  'channel.vendor_missing': 'Vendor is required',
  'channel.no_sender_name': 'this field is required',
  'channel.contact_format': 'Invalid number format',
  'channel.digits': '{{label}} has digits only',
  'channel.choice': '{{label}} is one of {{choices}}',
  'channel.type_unknown': 'No such type of channel.',
  'channel.type_fixed': 'The type of a channel does not change.',
  'channel.no_callback': 'Nobody calls back on a WEB channel.',
  'channel.not_carried': '{{vendor}} does not carry this type of channel.',
  'channel.not_carried_yet': '{{vendor}} does not carry this type of channel yet.',
  'channel.vendor_refused': '{{vendor}} is not among the allowed vendors.',
  'channel.vendor_not_among': '{{vendor}} is not among the allowed vendors: {{allowed}}.',
  'channel.service_ended': 'Google ended this service on 31 July 2024; only sandbox channels can be made.',

  'template.name_format': 'Lower case letters, digits and underscores only.',
  'template.name_taken': 'A template {{name}} in {{language}} exists already on this channel.',
  'template.name_fixed': 'A submitted template keeps its name and language: copy it instead.',
  'template.channel_type': 'Templates are for WhatsApp, RCS and SMS channels.',
  'template.copy_type': 'A copy goes to a channel of the same type.',
  'template.component_twice': 'Each component is there at most once.',
  'template.variable_gap': 'Variables are numbered from {{1}} without gaps.',
  'template.variable_mixed': 'Variables have either numbers or names, not both.',
  'template.variable_edge': 'A variable may not be first or last in the body.',
  'template.variable_adjacent': 'Two variables may not stand side by side.',
  'template.variable_broken': 'Every {{ needs a name and its }}: letters, digits and underscores.',
  'template.sample': 'Each variable needs a sample.',
  'template.media_sample': 'A media sample is needed.',
  'template.header_variables': 'A header has at most one variable.',
  'template.footer_variables': 'A footer has no variables.',
  'template.title_variables': 'A title has no variables.',
  'template.button_variables': 'The text of a button has no variables.',
  'template.button_url': 'A whole address that begins with https:// or http://.',
  'template.button_url_variable': 'An address may end in one variable.',
  'template.button_phone': 'A number with its country code, such as +919820012345.',
  'template.buttons_most': 'At most {{maximum}} buttons.',
  'template.links_most': 'At most {{maximum}} buttons open a link.',
  'template.calls_most': 'At most one button calls.',
  'template.codes_most': 'At most one button copies a code.',
  'template.replies_together': 'Replies stand together, before or after the other buttons.',
  'template.button_kinds': 'Buttons are replies, links, calls and codes to copy.',
  'template.code_category': 'Codes are for the category AUTHENTICATION alone.',
  'template.code_body': 'The text of an AUTHENTICATION template is fixed; it has a code and nothing else.',
  'template.code_button': 'An AUTHENTICATION template has one button: it copies the code.',
  'template.offer_category': 'A limited time offer is for MARKETING alone.',
  'template.offer_footer': 'A template with an offer has no footer.',
  'template.offer_header': 'A template with an offer has an image, a video or no header.',
  'template.offer_buttons': 'An offer has one button that copies its code, and one that opens a link.',
  'template.cards_count': 'A carousel has {{minimum}} to {{maximum}} cards.',
  'template.cards_differ': 'All cards have the same kind of media and the same kinds of buttons.',
  'template.cards_category': 'A carousel is for MARKETING alone.',
  'template.cards_beside': 'Beside a carousel there is a body alone.',
  'template.card_media': 'A card has an image or a video.',
  'template.card_empty': 'A card has media, a title or a text.',
  'template.card_tall': 'Media of a carousel is short or medium.',
  'template.card_buttons_most': 'At most {{maximum}} buttons on a card.',
  'template.card_button_kinds': 'A card has replies, links and calls only.',
  'template.suggestions_most': 'At most {{maximum}} suggestions.',
  'template.suggestion_kinds': 'Suggestions are replies, links, calls and places.',
  'template.sms_alone': 'An SMS is text alone.',
  'template.risk_promotion': 'Promotion is not for the category UTILITY: choose MARKETING.',
  'template.risk_short_link': 'Shortened links are rejected: write the whole address.',
  'template.risk_few_words_one': 'Too few words for {{count}} variable.',
  'template.risk_few_words_other': 'Too few words for {{count}} variables.',
  'template.risk_line_breaks': 'More than two line breaks in a row are rejected.',

  'broadcast.mandatory': 'This Field is Mandatory',
  'broadcast.attachment_missing': 'Attachment is missing !',
  'broadcast.media_missing': 'Media missing in card {{card}}',
  'broadcast.media_not_found': 'media not found !!',
  'broadcast.mapping_missing': 'Variable mapping missing, check all cards',
  'broadcast.url_variable': 'URL variable not found',
  'broadcast.not_approved': 'The template is {{status}}, not APPROVED.',

  'artifact.no_file': 'This kind of attachment has no file.',
  'artifact.other_kind': '{{name}} is no {{kind}}.',
  'artifact.place': 'A place has a latitude and a longitude.',
  'artifact.no_message': 'Please write the message.',
  'artifact.link': 'A link begins with https:// or http://.',
  'artifact.type_kind': '{{type}} is of kind {{kind}}.',
  'artifact.type_fixed': 'The type of an attachment does not change.',
  'artifact.public': 'What the administrators keep is public.',
  'artifact.count': 'One to 200 attachments.',

  'blacklist.too_many': 'At most {{maximum}} numbers at once.',
  'blacklist.count': 'One to 100 numbers.',
  'words.empty': 'A word is empty.',
  'words.too_many': 'At most 20 words.',
  'words.repeated': 'A word stands there twice.',
  'words.both': 'A word cannot both stop and lift marketing.',
  'quiet_hours.empty': 'Quiet hours end at another time than they begin.',
  'chat.no_note': 'Please add a note.',

  'bot.retries': 'Entity extract retries value cannot be less than 1',
  'bot.configuration': 'Please select any configuration',
  'bot.prompt': 'Prompt is Mandatory',
  'bot.variables': 'Add variables name , description and fill mandatory fields',
  'bot.variable_twice': 'Two variables have the same name.',
  'bot.websites': 'At most 50 websites.',
  'story.name': 'Please give valid name',
  'intent.no_name': 'Intent name should not be empty',
  'intent.few_phrases': 'Please give atleast two training phrases save the intent',
  'intent.no_prompt': 'prompt cannot be empty',
  'intent.phrase_empty': 'training phrases should not be empty',
  'intent.phrase_twice': 'Duplication of utterance name',
  'intent.no_response': 'Responce should not be empty',
  'intent.no_selection': 'Select at least one training phrase',
  'intent.parameter_twice': 'The parameter {{name}} exists twice.',
  'intent.parameter_entity': 'The entity of the parameter {{name}} does not exist.',
  'intent.marked_entity': 'A marked entity is no parameter of the intent.',
  'intent.mark_misplaced': 'A mark in this phrase is empty, lies outside of it or overlaps another.',
  'intent.name_taken': 'An intent of this name exists already.',
  'intent.no_knowledge': 'Write what the bot should know.',
  'entity.name_taken': 'An entity of this name exists already.',
  'entity.name_system': 'Names that begin with sys. are the system’s own.',
  'entity.empty_synonym': 'Empty synonyms cannot be added',
  'entity.value_twice': 'The value {{name}} exists twice.',
  'entity.no_pattern': '{{name}}: Give at least one entry.',
  'entity.pattern': '{{name}}: the pattern {{pattern}} is not valid: {{reason}}',
  'entity.patterns_costly': 'The patterns of the bot’s entities are too large together; use fewer of them, or smaller repeat counts.',
  'integration.no_name': 'Configuration name should not be empty',
  'integration.no_key': 'API Key should not be empty',
  'integration.no_llm': 'LLM Type should not be empty',
  'integration.auth_type': 'Only authType 5 can be saved so far.',
  'integration.address': 'The address of the endpoint begins with https:// or http:// and has no user name in it.',
  'integration.key_again': 'Give the key again: it belongs to the address that is being changed.',
  'integration.name_taken': 'A configuration {{name}} exists already.',
} as const;

export type FaultCode = keyof typeof faultTexts;
/** The names of the slots in a text. */
export type SlotsIn<T extends string> = T extends `${string}{{${infer Slot}}}${infer Rest}`
  ? (Slot extends `${number}` | ` ${string}` ? never : Slot) | SlotsIn<Rest>
  : never;
type SlotsOf<C extends FaultCode> = SlotsIn<(typeof faultTexts)[C]>;
type ValuesOf<C extends FaultCode> = [SlotsOf<C>] extends [never] ? [] : [values: Readonly<Record<SlotsOf<C>, string | number>>];

export const FaultValues = z.record(z.string(), z.union([z.string(), z.number()]));
export const FaultWords = z.object({ code: z.string(), values: FaultValues, message: z.string() });
/** What a fault says: its code and values for programs, and for readers of other languages; its English words. */
export type FaultWords = z.infer<typeof FaultWords>;
export const FieldError = FaultWords.extend({ field: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** Words with their slots filled; what has no value stays as it is written. */
export const fillSlots = (words: string, filling: Readonly<Record<string, string | number>>): string =>
  words.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => String(filling[name] ?? slot));

export function faultWords<C extends FaultCode>(code: C, ...given: ValuesOf<C>): FaultWords {
  const filling = given[0] ?? {};
  return { code, values: filling, message: fillSlots(faultTexts[code], filling) };
}

/** A fault of one field. The compiler asks for exactly the values that its words have slots for. */
export const fieldError = <C extends FaultCode>(field: string, code: C, ...given: ValuesOf<C>): FieldError => ({
  field,
  ...faultWords(code, ...given),
});

/** What Zod tells of an issue, as far as it is read here; the kind of issue says which parts there are. */
export type Issue = {
  code: string;
  message: string;
  origin?: string;
  expected?: string;
  format?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  values?: readonly unknown[];
  keys?: readonly string[];
};

const codesOfTexts = new Map<string, FaultCode>();
for (const code of Object.keys(faultTexts) as FaultCode[])
  if (!codesOfTexts.has(faultTexts[code])) codesOfTexts.set(faultTexts[code], code);

const codesOfFormats: Readonly<Record<string, FaultCode>> = {
  email: 'email.invalid',
  url: 'link.invalid',
  datetime: 'date.invalid',
  date: 'date.invalid',
};
const kindOf = (origin = '') => (origin === 'string' ? 'text' : origin === 'array' || origin === 'set' ? 'list' : 'number');

/** The code of an issue: by the words that its schema gives it, and otherwise by what Zod has found. The message stays Zod's. */
export function describeIssue(issue: Issue): FaultWords {
  const { code, values: filling } = nameIssue(issue);
  return { code, values: filling, message: issue.message };
}

function nameIssue({
  code,
  message,
  origin,
  expected,
  format = '',
  minimum,
  maximum,
  values: choices,
  keys,
}: Issue): Omit<FaultWords, 'message'> {
  const own = codesOfTexts.get(message);
  if (own) return { code: own, values: {} };
  const kind = kindOf(origin);
  switch (code) {
    case 'too_big':
      return { code: kind === 'number' ? 'number.too_big' : `${kind}.too_long`, values: { maximum: Number(maximum) } };
    case 'too_small':
      if (kind === 'text' && Number(minimum) === 1) return { code: 'field.mandatory', values: {} };
      return { code: kind === 'number' ? 'number.too_small' : `${kind}.too_short`, values: { minimum: Number(minimum) } };
    case 'invalid_type':
      if (/received undefined$/.test(message)) return { code: 'field.mandatory', values: {} };
      return { code: expected === 'int' ? 'number.whole' : expected === 'number' ? 'number.type' : 'value.invalid', values: {} };
    case 'invalid_value':
      return { code: 'value.choice', values: { choices: (choices ?? []).map(String).join(', ') } };
    case 'unrecognized_keys':
      return { code: 'field.unknown', values: { keys: (keys ?? []).join(', ') } };
    default:
      return { code: codesOfFormats[format] ?? 'value.invalid', values: {} };
  }
}
