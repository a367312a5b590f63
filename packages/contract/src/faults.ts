import { isNamingSlot, showNumber } from './format/number.ts';
import { z } from './z.ts';

/**
 * Every fault of a field: its code and its English words, which are the specification's where it has some. Codes are for programs and never
 * change. A slot such as {{maximum}} is filled by the fault's values; {{1}} is no slot: it is how a template writes its first variable.
 */
export const faultTexts = {
  'field.mandatory': 'This field is mandatory.',
  'field.required': 'This field is required',
  'field.unknown': 'There is no field named {{keys}}.',
  'value.invalid': 'This value is not valid.',
  'value.choice': 'Choose one of: {{choices}}.',
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
  'value.date': '{{label}}: {{value}} is not a date such as 2026-01-31',
  'value.date_ambiguous': '{{label}}: {{value}} can be two dates. Write the year first, such as 2026-01-31',
  'consent.invalid': '{{label}} must be Granted, Refused or Never asked',
  'value.one_of': '{{label}} must be one of {{choices}}',
  'text.too_long': 'Use at most {{maximum}} characters.',
  'text.too_short': 'Use at least {{minimum}} characters.',
  'text.null_character': 'The character U+0000 is not allowed.',
  'text.half_character': 'The text contains half a character (a lone surrogate).',
  'text.placeholder': 'This cannot be filled: {{placeholder}}. There are {{variables}}.',
  'text.unstorable': 'The text contains a character that cannot be stored.',
  'text.not_kept': 'The text contains a character that cannot be stored.',
  'number.type': 'Enter a number.',
  'number.whole': 'Enter a whole number.',
  'number.too_small': 'Enter a number of at least {{minimum}}.',
  'number.too_big': 'Enter a number of at most {{maximum}}.',
  'number.negative': 'Enter a number of at least 0.',
  'header.name': 'Use letters, digits and dashes.',
  'header.own': 'This header is set by the webhook itself.',
  'header.value': 'The value must be one line.',
  'webhook.address': 'Enter an address that begins with https://.',
  'webhook.private': 'This address leads into a private network, which webhooks may not reach.',
  'network.invalid': 'Enter an address or a network in CIDR notation, such as 203.0.113.0/24.',
  'list.too_short': 'Add at least {{minimum}} entries.',
  'list.too_long': 'Use at most {{maximum}} entries.',
  'email.invalid': 'Please enter a valid email address',
  'invitation.count': 'Enter between 1 and {{maximum}} e-mail addresses.',
  'department.users': 'Choose between 1 and {{maximum}} users.',
  'email.not_one': 'This is not an e-mail address',
  'link.invalid': 'This is not a web address.',
  'link.target': 'Enter a web address with https:// or http:// and no user name or password, of at most {{maximum}} characters.',
  'link.untracked': 'A button of the template leads to a short address, which only campaigns that count links give.',
  'date.invalid': 'This is not a date.',
  'colour.format': 'Write the colour like this: #1f6feb.',
  'time.format': 'Write the time like this: 21:00.',
  'domain.format': 'Enter a domain, such as example.com or *.example.com.',
  'domain.email': 'Enter the domain of e-mail addresses, such as example.com.',
  'domain.too_many': 'Use at most 50 domains.',
  'host.format': 'Enter a host name, such as chat.example.com.',
  'image.foreign': 'Choose an image that is stored in this installation.',
  'file.missing': 'Choose a file.',
  'move.file_type': 'Choose JSON, NDJSON or CSV files, or a ZIP of those.',
  'move.file_empty': 'The file is empty.',
  'move.one_road': 'Choose files, or give an address.',
  'move.no_address': 'This product is read from files alone.',
  'move.not_here': 'One of the choices is not here any more.',
  'file.too_large': 'The file is larger than {{limit}} MB.',
  'file.type': 'Invalid file type !',
  'media.kind': 'Choose one of IMAGE, VIDEO and DOCUMENT.',
  'days.backwards': 'The first day is later than the last one.',
  'days.future': 'Choose a first day that has come.',
  'days.not_over': 'Choose a last day that is over.',
  'days.too_many': 'Choose at most {{maximum}} days.',
  'schedule.past': 'Choose a time in the future.',
  'schedule.too_far': 'Choose a time within the next {{maximum}} days.',
  'schedule.end': 'The end must be later than the start.',
  'schedule.skipped': 'The clocks of {{zone}} go forward over {{time}}. Choose another time.',
  'schedule.none': 'Choose a time, or start it now.',
  'schedule.chat': 'A template in a chat is always sent at once.',

  'password.too_short': 'Your Password must be atleast 8 characters long',
  'password.common': 'This password is one of the first that anybody tries. Please choose another.',
  'password.mismatch': 'Your passwords do not match. Please try again.',
  'terms.required': 'Please accept the terms of service.',
  'user.no_role': 'Choose at least one role.',

  'phone.invalid': 'This is not a phone number',
  'phone.no_country': 'The phone number needs a country code',
  'phone.shortened': 'The phone number has lost its digits in a spreadsheet',
  'phone.several': 'There is more than one phone number. Keep one of them',
  'whatsapp.invalid': 'WhatsApp Number: This is not a phone number',
  'whatsapp.no_country': 'WhatsApp Number: The phone number needs a country code',
  'whatsapp.shortened': 'WhatsApp Number: The phone number has lost its digits in a spreadsheet',
  'whatsapp.several': 'WhatsApp Number: There is more than one phone number. Keep one of them',
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
  'filter.date': '{{value}} is not a date.',
  'filter.number': '{{value}} is not a number.',
  'filter.attribute': 'A condition names an attribute that does not exist.',
  'filter.operator': '{{field}} cannot be compared by {{operator}}.',
  'filter.values': '{{operator}} needs another number of values.',
  'filter.days': '{{value}} is not a number of days from 1 to {{maximum}}.',
  'filter.order': 'The first value must not be greater than the second.',
  'filter.nested': 'Conditions can be grouped one level deep.',
  'filter.too_many': 'A filter has at most 40 conditions.',
  'filter.hidden': 'Your role may not see a value that this filter compares.',
  'row.too_wide': 'The row has more than {{maximum}} cells',
  'row.quote': 'A quote is not closed, or stands in the middle of a cell',
  'row.cells': 'The row has {{count}} cells, the header has {{wanted}}',
  'row.characters': 'The row contains characters that cannot be stored',
  'row.repeated': 'The phone number occurs earlier in the file',
  'clock.order': 'This time comes after the one before it.',
  'skill.agent_twice': 'Each agent stands here once.',
  'skill.department_twice': 'Each department stands here once.',
  'agent_status.away_routed': 'Agents who are away are given no chats.',
  'clock.no_time': 'Set one of the times at least.',
  'clock.priorities': 'The highest priority is not below the lowest.',
  'quick_reply.shortcut': 'Use 1 to 40 letters, digits, dots, dashes or underscores.',
  'quick_reply.empty': 'Write the text in one language at least.',
  'quick_reply.repeated': 'The shortcut occurs earlier in the file in this language.',
  'quick_reply.taken': 'The department has this shortcut already.',
  'chat_field.text': 'Use at most 500 characters.',
  'chat_field.number': 'Write a number such as 12 or 12.5.',
  'chat_field.date': 'Write a day such as 2026-01-31.',
  'chat_field.choice': 'Choose one of the values.',
  'chat_field.yes_no': 'Choose yes or no.',
  'chat_field.no_options': 'A choice has at least one value.',
  'chat_field.options_twice': 'Each value stands once.',
  'chat_field.retired': 'The field is retired: its value can only be taken away.',
  'site_form.empty': 'A form has at least one field, or a text to agree to.',
  'site_form.twice': 'Each field stands once.',
  'site_form.attribute': 'Choose a field of the phone book that takes a text, a number, a date or one value of a list.',
  'rule.words': 'Say in a condition which words the message has.',
  'rule.no_message': 'Words of a message are compared when the customer writes.',
  'rule.value': 'Choose or write values that fit.',
  'rule.unknown': 'There is no such record any more. Choose another one.',
  'board.empty': 'A board has at least one tile.',
  'board.twice': 'Two tiles have one key.',
  'board.chart': 'This chart cannot show these parts. Choose another one.',
  'board.unknown': 'There is no such record any more. Choose another one.',
  'report.user': 'Choose active users who may see figures of chats.',
  'report.reader': 'Choose active users who see the board and figures of chats.',
  'report.quiet': 'Give both times of the quiet hours, or none.',
  'macro.letter': 'Use one letter or digit.',
  'macro.empty': 'A macro has at least one step.',
  'macro.last': 'A step that hands the chat on, suspends or closes it stands last, and only once.',
  'macro.unknown': 'There is no such record any more. Choose another one.',
  'macro.snooze': 'Say either after which time the chat goes on, or when.',
  'quick_reply.department': 'You may change no department named {{value}}.',
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
  'channel.digits': '{{label}} may contain only digits',
  'channel.choice': '{{label}} must be one of {{choices}}',
  'channel.type_unknown': 'This type of channel does not exist.',
  'channel.type_fixed': 'The type of a channel cannot be changed.',
  'channel.no_callback': 'A WEB channel has no callback.',
  'channel.not_carried': '{{vendor}} does not carry this type of channel.',
  'channel.not_carried_yet': '{{vendor}} does not carry this type of channel yet.',
  'channel.vendor_refused': '{{vendor}} is not among the allowed vendors.',
  'channel.vendor_not_among': '{{vendor}} is not among the allowed vendors: {{allowed}}.',
  'channel.service_ended': 'Google ended this service on 31 July 2024. Only sandbox channels can be created.',
  'mailbox.host': 'Enter the name of a server, such as imap.example.com.',
  'mailbox.private': 'This server lies in a private network, which mailboxes may not reach.',
  'mailbox.unsafe': 'Without encryption, only a server that the installation names can be reached.',
  'onboarding.id': 'Enter the id as the provider shows it, digits alone.',
  'onboarding.country': 'Enter a country calling code, such as 91.',
  'onboarding.state': 'This sign-in was not begun here, or more than an hour ago. Open the dialog again.',
  'onboarding.account': 'The sign-in does not reach this account.',
  'onboarding.account_fixed': 'Numbers of another account are on their way in here. Begin another onboarding.',
  'onboarding.code': 'Enter six digits.',
  'mailbox.sandbox': 'A sandbox channel reads no mailbox: its mails come from the sandbox.',

  'template.name_format': 'Use lower case letters, digits and underscores only.',
  'template.name_taken': 'A template {{name}} in {{language}} exists already on this channel.',
  'template.name_fixed': 'The name and language of a submitted template cannot be changed. Copy it instead.',
  'template.channel_type': 'Only WhatsApp, RCS and SMS channels have templates.',
  'template.copy_type': 'A template can be copied only to a channel of the same type.',
  'template.component_twice': 'Use each component at most once.',
  'template.variable_gap': 'Number the variables from {{1}} without gaps.',
  'template.variable_mixed': 'Use either numbers or names for variables, not both.',
  'template.variable_edge': 'The body cannot begin or end with a variable.',
  'template.variable_adjacent': 'Put some text between two variables.',
  'template.variable_broken': 'Every {{ needs a name and }}: letters, digits and underscores.',
  'template.filled_too_long': 'With its values the text has {{length}} characters; the channel takes {{maximum}}.',
  'template.sample': 'Enter a sample for each variable.',
  'template.media_sample': 'Add a sample of the media.',
  'template.header_variables': 'A header can have at most one variable.',
  'template.footer_variables': 'A footer cannot have variables.',
  'template.title_variables': 'A title cannot have variables.',
  'template.button_variables': 'The text of a button cannot have variables.',
  'template.button_url': 'Enter a whole address that begins with https:// or http://.',
  'template.button_url_variable': 'An address can have one variable, at its end.',
  'template.button_phone': 'Enter a number with its country code, such as +919820012345.',
  'template.buttons_most': 'Use at most {{maximum}} buttons.',
  'template.links_most': 'Use at most {{maximum}} buttons that open a link.',
  'template.calls_most': 'Use at most one button that calls.',
  'template.codes_most': 'Use at most one button that copies a code.',
  'template.replies_together': 'Put all reply buttons together, before or after the other buttons.',
  'template.button_kinds': 'A button is a reply, a link, a call or a code to copy.',
  'template.code_category': 'Only the category AUTHENTICATION has codes.',
  'template.code_body': 'An AUTHENTICATION template has a fixed text and a code, and nothing else.',
  'template.code_button': 'An AUTHENTICATION template has exactly one button, which copies the code.',
  'template.offer_category': 'Only the category MARKETING has limited time offers.',
  'template.offer_footer': 'A template with an offer cannot have a footer.',
  'template.offer_header': 'With an offer, the header must be an image, a video or absent.',
  'template.offer_buttons': 'An offer needs one button that copies its code and one that opens a link.',
  'card.empty': 'A card needs media, a title or a text.',
  'card.suggestions': 'Use at most {{maximum}} suggestions on a card.',
  'card.payload': 'Use at most {{maximum}} bytes.',
  'card.link': 'Enter a web address that begins with https://.',
  'card.ends': 'It must end after it begins.',
  'card.count': 'A row has {{minimum}} to {{maximum}} cards.',
  'card.tall': 'The media of a row must be short or medium.',
  'card.sms': 'Write the text for channels that carry words alone.',
  'card.too_large': 'A card has at most {{maximum}} KB.',
  'card.variable': 'There is a variable with this name already.',
  'card.unknown_variable': 'There is no variable named {{variable}}.',
  'card.variable_name': 'Use letters, digits and underscores.',
  'card.id_repeated': 'Each suggestion needs an id of its own.',
  'card.languages': 'Use at most 20 languages.',
  'card.values': 'Too many values.',
  'card.media': 'Choose a picture or a film of the library that everybody sees.',
  'card.name_taken': 'There is a card with this name already.',
  'template.cards_count': 'A carousel needs {{minimum}} to {{maximum}} cards.',
  'template.cards_differ': 'All cards must have the same kind of media and the same kinds of buttons.',
  'template.cards_category': 'Only the category MARKETING has carousels.',
  'template.cards_beside': 'A template with a carousel can only have a body beside it.',
  'template.card_media': 'Each card needs an image or a video.',
  'template.card_empty': 'Each card needs media, a title or a text.',
  'template.card_tall': 'The media of a carousel must be short or medium.',
  'template.card_buttons_most': 'Use at most {{maximum}} buttons on a card.',
  'template.card_button_kinds': 'A card can have only replies, links and calls.',
  'template.suggestions_most': 'Use at most {{maximum}} suggestions.',
  'template.suggestion_kinds': 'A suggestion is a reply, a link, a call or a place.',
  'template.sms_alone': 'An SMS template has only a text.',
  'template.risk_promotion': 'The category UTILITY does not allow promotion. Choose MARKETING.',
  'template.risk_short_link': 'The vendor rejects shortened links. Write the whole address.',
  'template.risk_few_words_one': 'The text has too few words for {{count}} variable.',
  'template.risk_few_words_other': 'The text has too few words for {{count}} variables.',
  'template.risk_line_breaks': 'The vendor rejects more than two line breaks in a row.',

  'broadcast.mandatory': 'This Field is Mandatory',
  'broadcast.attachment_missing': 'Attachment is missing !',
  'broadcast.media_missing': 'Media missing in card {{card}}',
  'broadcast.media_not_found': 'media not found !!',
  'broadcast.mapping_missing': 'Variable mapping missing, check all cards',
  'broadcast.url_variable': 'URL variable not found',
  'broadcast.not_approved': 'The template is {{status}}, not APPROVED.',

  'campaign.no_audience': 'Choose for whom it is: groups, labels, a filter, a file or the results of an iteration.',
  'campaign.nobody': 'Nobody of this audience can receive the message.',
  'campaign.unknown': 'This does not exist any more: {{name}}.',
  'campaign.never_open': 'This calendar opens no more, or within the quiet hours alone.',
  'campaign.given_alone': 'The people come with the start, so choose no other people here.',
  'campaign.given_time': 'The people come with the start, so it starts when a program calls for it, and not at a time.',
  'campaign.given_over': 'At most {{maximum}} people were approved, and {{count}} came.',
  'fallback.same_channel': 'Choose another channel than that of the first message.',
  'campaign.channel_down': 'The channel is {{state}}, not ACTIVE.',
  'campaign.no_balance': 'The balance does not cover the estimated cost.',
  'activity.reject_reason': 'Please enter reject reason',
  'activity.resume_reason': 'Please enter why it goes on',
  'activity.choose_reason': 'Please enter why this content is chosen',
  'activity.choose_first': 'One of its contents has to be chosen first; with that it goes on.',
  'content.unknown': 'This iteration has no such content.',
  'content.alone': 'There is nothing to choose between: add a content, or take the choice away.',
  'content.no_wave': 'Several contents are compared in a first wave: send a first part.',
  'content.no_choice': 'Choose by what one of the contents is chosen, and who chooses.',
  'page.unused': 'Give the address of the page to a variable of the message.',
  'page.closed': 'The page is paused, retired or not published.',
  'page.unrehearsed': 'Version {{version}} of the page has no rehearsal that passed.',
  'page.reach_channel': 'Choose a channel of SMS, WhatsApp or RCS.',
  'page.code_template': 'Choose an approved template of this channel that takes a code and nothing else.',
  'page.address_template': 'Choose an approved template of this channel that takes the address of the page and nothing else.',
  'page.remind_order': 'Each reminder comes later than the one before.',
  'page.channel': 'Pages are sent to telephone numbers: choose another channel.',
  'content.no_links': 'Opened links decide only where links are counted.',
  'content.category': 'All contents have to be of one category. This template is {{category}}, the one of A is {{own}}.',
  'activity.speed_up': 'It sends at most {{maximum}} messages a minute. A higher speed needs a new approval.',

  'artifact.no_file': 'This type of attachment cannot have a file.',
  'artifact.other_kind': '{{name}} is not of the kind {{kind}}.',
  'artifact.place': 'Enter a latitude and a longitude.',
  'artifact.no_message': 'Please write the message.',
  'artifact.link': 'Enter an address that begins with https:// or http://.',
  'artifact.type_kind': '{{type}} must be of the kind {{kind}}.',
  'artifact.type_fixed': 'The type of an attachment cannot be changed.',
  'artifact.public': 'Attachments of administrators are always public.',
  'artifact.count': 'Choose 1 to 200 attachments.',

  'blacklist.too_many': 'Enter at most {{maximum}} numbers at once.',
  'blacklist.count': 'Enter 1 to 100 numbers.',
  'words.empty': 'Remove the empty word.',
  'words.too_many': 'Use at most 20 words.',
  'words.repeated': 'Remove the word that is there twice.',
  'words.both': 'A word cannot both stop and restart marketing.',
  'quiet_hours.empty': 'Quiet hours must begin and end at different times.',
  'hours.overlap': 'Time slots overlap',
  'hours.empty': 'A time slot must begin and end at different times.',
  'hours.zone': 'There is no such time zone.',
  'hours.slot': '{{value}} is not a time slot such as 09:00-18:00',
  'chat.no_note': 'Please write a note.',
  'chat.one_target': 'Choose an agent or a department.',
  'chat.no_files': 'This channel takes no files.',
  'channel.no_mail': 'Choose an e-mail channel.',
  'channel.answer_template': 'Choose an approved template with one value at most.',
  'channel.answers_twice': 'Choose e-mail or WhatsApp.',
  'mail.address': 'Enter an e-mail address such as name@example.com.',
  'mail.nobody': 'Enter at least one address in To.',
  'mail.too_many': 'Enter at most 50 addresses in a line.',
  'mail.own': 'To names only addresses of this channel.',
  'mail.blocked': 'This address is blocked: it gets no mails.',
  'mail.not_here': 'Only chats by e-mail have a subject and recipients.',
  'mail.unknown': 'The chat has no mail with this number.',

  'bot.retries': 'Entity extract retries value cannot be less than 1',
  'bot.configuration': 'Please select any configuration',
  'bot.prompt': 'Prompt is Mandatory',
  'bot.variables': 'Add variables name , description and fill mandatory fields',
  'bot.variable_twice': 'Two variables have the same name.',
  'bot.websites': 'Use at most 50 websites.',
  'story.name': 'Please give valid name',
  'intent.no_name': 'Intent name should not be empty',
  'intent.few_phrases': 'Please give atleast two training phrases save the intent',
  'intent.no_prompt': 'prompt cannot be empty',
  'intent.phrase_empty': 'training phrases should not be empty',
  'intent.phrase_twice': 'Duplication of utterance name',
  'intent.no_response': 'Responce should not be empty',
  'intent.no_selection': 'Select at least one training phrase',
  'intent.parameter_twice': 'There are two parameters named {{name}}.',
  'intent.parameter_entity': 'The entity of the parameter {{name}} does not exist.',
  'intent.marked_entity': 'A marked entity must be a parameter of the intent.',
  'intent.mark_misplaced': 'A mark in this phrase is empty, lies outside the phrase or overlaps another.',
  'tool.name': 'Begin with a small letter; letters, digits and underscores may follow, at most 40.',
  'tool.name_taken': 'The agent has a tool with this name already.',
  'tool.service': 'Choose a service that can be called.',
  'tool.path': 'Write a path that begins with one slash, without a host, a question mark and dots as a part.',
  'tool.path_input': 'There is no required input or bound value named {{name}}.',
  'tool.field_twice': 'Two inputs have the name {{name}}.',
  'tool.options': 'The choice {{name}} needs at least one value.',
  'tool.attribute': 'Choose an attribute for {{name}}.',
  'tool.no_fields': 'The tool needs at least one input.',
  'tool.stream': 'Choose a published stream.',
  'tool.stream_input': 'There is no such variable {{name}}.',
  'tool.stream_loop': 'The stream asks this agent.',
  'tool.stream_agent': 'No agent confirms a stream.',
  'tool.unasked': 'A tool with an effect asks the customer or an agent, or says explicitly that it asks nobody.',
  'tool.dry_answer': 'Write the answer of a dry run in JSON.',
  'intent.name_taken': 'An intent with this name already exists.',
  'intent.no_knowledge': 'Write what the bot should know.',
  'entity.name_taken': 'An entity with this name already exists.',
  'entity.name_system': 'Names that begin with sys. are reserved for the system.',
  'entity.empty_synonym': 'Empty synonyms cannot be added',
  'entity.value_twice': 'There are two values named {{name}}.',
  'entity.no_pattern': '{{name}}: add at least one pattern.',
  'entity.pattern': '{{name}}: the pattern {{pattern}} is not valid: {{reason}}',
  'entity.patterns_costly': 'The patterns of the bot’s entities are too large together; use fewer of them, or smaller repeat counts.',
  'integration.no_name': 'Configuration name should not be empty',
  'integration.no_key': 'API Key should not be empty',
  'integration.no_llm': 'LLM Type should not be empty',
  'integration.auth_type': 'This kind of configuration cannot be saved.',
  'integration.address': 'Enter an address that begins with https:// or http:// and contains no user name.',
  'integration.key_again': 'Enter the key again: it belongs to the address that you are changing.',
  'relay.nobody': 'Name a customer by customerId, or an address by channelId and number.',
  'relay.nothing': 'Send a text, or a template by templateId.',
  'integration.https': 'Enter an address that begins with https://.',
  'integration.private': 'This address leads into a private network, which services may not reach.',
  'integration.host': 'Enter a host name or an IP address, without a port.',
  'integration.relays': 'Enter up to six addresses of relays, such as turn:turn.example.com:3478.',
  'integration.tls_needed': 'Without TLS only hosts are reached that the installation allows.',
  'integration.certificate': 'Paste one or more certificates in PEM, from BEGIN CERTIFICATE to END CERTIFICATE.',
  'integration.language': 'Enter a language of two small letters, such as en.',
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
/** Words of a fault: its code and values for programs, and for readers of other languages; its English words. */
export type FaultWords = z.infer<typeof FaultWords>;
export const FieldError = FaultWords.extend({ field: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** Words with their slots filled; what has no value stays as it is written. */
export const fillSlots = (
  words: string,
  filling: Readonly<Record<string, string | number>>,
  write: (value: number) => string = (value) => showNumber(value, 'en'),
): string =>
  words.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => {
    const value = filling[name] ?? slot;
    return typeof value === 'number' && !isNamingSlot(name) ? write(value) : String(value);
  });

export function faultWords<C extends FaultCode>(code: C, ...given: ValuesOf<C>): FaultWords {
  const filling = given[0] ?? {};
  return { code, values: filling, message: fillSlots(faultTexts[code], filling) };
}

/** A fault of one field. The compiler asks for exactly the values that its words have slots for. */
export const fieldError = <C extends FaultCode>(field: string, code: C, ...given: ValuesOf<C>): FieldError => ({
  field,
  ...faultWords(code, ...given),
});

/** Fields of a Zod issue, as far as they are read here; the kind of issue decides which parts there are. */
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
