// biome-ignore-all lint/suspicious/noTemplateCurlyInString: bindings of Flow JSON look so
type Part = Record<string, unknown>;
const go = (name: string, payload: Part = {}) => ({ name: 'navigate', next: { type: 'screen', name }, payload });
const done = (payload: Part = {}) => ({ name: 'complete', payload });
const ask = (payload: Part = {}) => ({ name: 'data_exchange', payload });
const button = (action: Part, more: Part = {}) => ({ type: 'Footer', label: 'Go', 'on-click-action': action, ...more });
const screen = (id: string, children: Part[], more: Part = {}) => ({
  id,
  title: id,
  layout: { type: 'SingleColumnLayout', children },
  ...more,
});
const last = (id: string, children: Part[], more: Part = {}) => screen(id, [...children, button(done())], { terminal: true, ...more });
const flow = (screens: Part[], more: Part = {}) => ({ version: '7.3', screens, ...more });
const one = (...children: Part[]) => flow([last('MAIN', children)]);
const input = (type: string, name: string, more: Part = {}) => ({ type, name, label: name, ...more });
const options = (...ids: string[]) => ids.map((id) => ({ id, title: id.toUpperCase() }));
const when = (condition: string, yes: Part[], no?: Part[]) =>
  JSON.parse(JSON.stringify({ type: 'If', condition, yes, ...(no ? { else: no } : {}) }).replace('"yes":', '"then":')) as Part;
const radio = (name: string, ...ids: string[]) => input('RadioButtonsGroup', name, { required: true, 'data-source': options(...ids) });

/**
 * Flow JSON in the shapes that occur in the open, made anew: its frame, the fields that the draft then has (`name kind`), and a part of a note that the
 * import writes; '' for none but harmless ones.
 */
export const foreignFlows: Record<string, { json: unknown; fields: string[]; note: string }> = {
  'a lead form': {
    json: one(input('TextInput', 'first_name', { required: true }), input('TextInput', 'email', { 'input-type': 'email' })),
    fields: ['first_name text', 'email email'],
    note: '',
  },
  'a form inside of Form': {
    json: one({ type: 'Form', name: 'f', children: [input('TextArea', 'story', { 'max-length': 300 })] }),
    fields: ['story longText'],
    note: '',
  },
  'first values as an object': {
    json: one({
      type: 'Form',
      name: 'f',
      'init-values': { city: 'Pune', age: '5' },
      children: [input('TextInput', 'city'), input('TextInput', 'age', { 'input-type': 'number' })],
    }),
    fields: ['city text', 'age number'],
    note: '',
  },
  'first values as data': {
    json: one({ type: 'Form', name: 'f', 'init-values': '${data.first}', children: [input('TextInput', 'city')] }),
    fields: ['city text'],
    note: 'Values to begin with',
  },
  'a first value of its own': { json: one(input('TextInput', 'city', { 'init-value': '${data.city}' })), fields: ['city text'], note: '' },
  'numbers and phones': {
    json: one(
      input('TextInput', 'pin', { 'input-type': 'passcode', 'min-chars': 4, 'max-chars': 6 }),
      input('TextInput', 'tel', { 'input-type': 'phone' }),
    ),
    fields: ['pin text', 'tel phone'],
    note: '',
  },
  'digits of a number counted': {
    json: one(input('TextInput', 'n', { 'input-type': 'number', 'max-chars': 3 })),
    fields: ['n number'],
    note: 'count of digits',
  },
  'a pattern': {
    json: one(input('TextInput', 'pan', { pattern: '[A-Z]{5}[0-9]{4}[A-Z]', 'helper-text': 'ABCDE1234F' })),
    fields: ['pan text'],
    note: '',
  },
  'a pattern that nobody reads': {
    json: one(input('TextInput', 'x', { pattern: '(?<=a)b' })),
    fields: ['x text'],
    note: 'pattern is left out',
  },
  'one of several': { json: one(radio('colour', 'red', 'blue', 'green')), fields: ['colour choice'], note: '' },
  'yes and no': { json: one(radio('sure', 'yes', 'no')), fields: ['sure yesNo'], note: '' },
  stars: {
    json: one(input('Dropdown', 'stars', { 'data-source': ['1', '2', '3', '4', '5'].map((id) => ({ id, title: id })) })),
    fields: ['stars rating'],
    note: '',
  },
  'a choice named above': {
    json: one(
      { type: 'TextSubheading', text: 'Which colour?' },
      { type: 'RadioButtonsGroup', name: 'colour', 'data-source': options('red', 'blue') },
    ),
    fields: ['colour choice'],
    note: '',
  },
  'boxes with bounds': {
    json: one(input('CheckboxGroup', 'likes', { 'min-selected-items': 1, 'max-selected-items': 2, 'data-source': options('a', 'b', 'c') })),
    fields: ['likes choices'],
    note: '',
  },
  chips: { json: one(input('ChipsSelector', 'tags', { 'data-source': options('a', 'b') })), fields: ['tags choices'], note: '' },
  'options as data': {
    json: one(input('Dropdown', 'slot', { 'data-source': '${data.slots}' })),
    fields: ['slot choice'],
    note: 'read from entry.slots',
  },
  'options with pictures': {
    json: one(input('Dropdown', 'p', { 'data-source': [{ id: 'a', title: 'A', image: 'AAAA' }] })),
    fields: ['p choice'],
    note: 'Pictures of options',
  },
  'options twice': {
    json: one(input('Dropdown', 'p', { 'data-source': [...options('a', 'b'), ...options('a')] })),
    fields: ['p choice'],
    note: '',
  },
  'no options': { json: one(input('Dropdown', 'p')), fields: ['p text'], note: 'without options' },
  'a consent with terms': {
    json: flow([
      last('MAIN', [input('OptIn', 'terms', { required: true, 'on-click-action': go('TERMS') })]),
      screen('TERMS', [{ type: 'TextBody', text: 'Terms' }]),
    ]),
    fields: ['terms consent'],
    note: 'behind the consent',
  },
  'a day with bounds': {
    json: one(input('DatePicker', 'day', { 'min-date': '2026-01-01', 'max-date': '${data.until}' })),
    fields: ['day date'],
    note: 'bound that is known later',
  },
  'a day of an older version': {
    json: { ...one(input('DatePicker', 'day', { 'min-date': '1767225600000', 'unavailable-dates': ['1767312000000'] })), version: '4.0' },
    fields: ['day date'],
    note: 'cannot be chosen',
  },
  'a range of days': {
    json: one(input('CalendarPicker', 'stay', { mode: 'range' })),
    fields: ['stay date', 'stayEnd date'],
    note: 'two days',
  },
  'photos and papers': {
    json: one(
      input('PhotoPicker', 'photo', { 'min-uploaded-photos': 1, 'max-uploaded-photos': 3 }),
      input('DocumentPicker', 'paper', { 'allowed-mime-types': ['application/pdf'] }),
    ),
    fields: ['photo photo', 'paper file'],
    note: 'every kind',
  },
  pictures: {
    json: one({ type: 'Image', src: 'AAAA' }, { type: 'ImageCarousel', images: [] }, input('TextInput', 'x')),
    fields: ['x text'],
    note: 'picture is left out',
  },
  'words that are put together': {
    json: flow([
      screen('ONE', [input('TextInput', 'who'), button(go('TWO'))]),
      last('TWO', [{ type: 'TextBody', text: "`'Hello ' ${screen.ONE.form.who} '!'`" }]),
    ]),
    fields: ['who text'],
    note: '',
  },
  'words with sums': {
    json: one(input('TextInput', 'n', { 'input-type': 'number' }), { type: 'TextBody', text: "`'Twice: ' (${form.n} + ${form.n})`" }),
    fields: ['n number', ' note'],
    note: '',
  },
  'rich words in lines': { json: one({ type: 'RichText', text: ['# Terms', 'One', '**Two**'] }), fields: [], note: '' },
  'a condition beside a field': {
    json: one(
      radio('kind', 'a', 'b'),
      when("${form.kind} == 'a'", [input('TextInput', 'why', { required: true })], [input('TextInput', 'what')]),
    ),
    fields: ['kind choice', 'why text', 'what text'],
    note: '',
  },
  'a condition in backticks': {
    json: one(
      input('TextInput', 'age', { 'input-type': 'number' }),
      input('TextInput', 'parent', { visible: '`${form.age} < 18`', required: '`${form.age} < 12`' }),
    ),
    fields: ['age number', 'parent text'],
    note: '',
  },
  'conditions in one another': {
    json: one(
      radio('a', 'x', 'y'),
      when("${form.a} == 'x'", [radio('b', 'x', 'y'), when("(${form.b} == 'y') && !(${form.a} == 'y')", [input('TextInput', 'c')])]),
    ),
    fields: ['a choice', 'b choice', 'c text'],
    note: '',
  },
  'a condition of data': { json: one(when('${data.is_new}', [input('TextInput', 'code')])), fields: ['code text'], note: '' },
  'a condition that nobody reads': {
    json: one(input('TextInput', 'n'), when('${form.n}.length > 3', [input('TextInput', 'm')])),
    fields: ['n text', 'm text'],
    note: 'condition is left out',
  },
  'a switch': {
    json: one(radio('plan', 'gold', 'basic'), {
      type: 'Switch',
      value: '${form.plan}',
      cases: { gold: [input('TextInput', 'card')], basic: [], default: [input('TextInput', 'other')] },
    }),
    fields: ['plan choice', 'card text', 'other text'],
    note: '',
  },
  'ways by a condition': {
    json: flow([
      screen('ONE', [radio('who', 'me', 'you'), when("${form.who} == 'me'", [button(go('ME'))], [button(go('YOU'))])]),
      last('ME', [input('TextInput', 'mine')]),
      last('YOU', [input('TextInput', 'yours')]),
    ]),
    fields: ['who choice', 'mine text', 'yours text'],
    note: '',
  },
  'screens in another order': {
    json: flow([last('END', [input('TextInput', 'z')]), screen('START', [input('TextInput', 'a'), button(go('END'))])]),
    fields: ['a text', 'z text'],
    note: '',
  },
  'a ring': {
    json: flow([screen('ONE', [input('TextInput', 'a'), button(go('TWO'))]), screen('TWO', [input('TextInput', 'b'), button(go('ONE'))])]),
    fields: ['a text', 'b text'],
    note: 'way back',
  },
  'an endpoint with routes': {
    json: flow(
      [
        screen('ONE', [input('TextInput', 'a'), button(ask({ a: '${form.a}' }))]),
        screen('TWO', [input('TextInput', 'b'), button(ask())]),
        last('THREE', []),
      ],
      { data_api_version: '3.0', routing_model: { ONE: ['TWO', 'THREE'], TWO: ['THREE'], THREE: [] } },
    ),
    fields: ['a text', 'b text'],
    note: 'A server chose',
  },
  'an endpoint without routes': {
    json: flow([screen('ONE', [input('TextInput', 'a'), button(ask())]), last('TWO', [])], { data_api_version: '3.0' }),
    fields: ['a text'],
    note: 'A server was asked',
  },
  'a choice that asks a server': {
    json: one(
      input('Dropdown', 'state', { 'data-source': options('a'), 'on-select-action': ask() }),
      input('Dropdown', 'city', { 'data-source': '${data.cities}', enabled: '${data.has_state}' }),
    ),
    fields: ['state choice', 'city choice'],
    note: 'at a choice',
  },
  'a list that leads on': {
    json: flow([
      screen('ONE', [
        {
          type: 'NavigationList',
          name: 'menu',
          'list-items': ['HOME', 'CAR'].map((id) => ({
            id: id.toLowerCase(),
            'main-content': { title: id, description: 'D' },
            'on-click-action': go(id),
          })),
        },
      ]),
      last('HOME', [input('TextInput', 'street')]),
      last('CAR', [input('TextInput', 'plate')]),
    ]),
    fields: ['menu choice', 'street text', 'plate text'],
    note: 'became a choice',
  },
  'a link out': {
    json: one(
      { type: 'EmbeddedLink', text: 'Read more', 'on-click-action': { name: 'open_url', url: 'https://example.com' } },
      input('TextInput', 'x'),
    ),
    fields: [' note', 'x text'],
    note: 'became words',
  },
  'a link on': {
    json: flow([
      screen('ONE', [{ type: 'EmbeddedLink', text: 'Forgot?', 'on-click-action': go('TWO') }, input('TextInput', 'x'), button(go('TWO'))]),
      last('TWO', []),
    ]),
    fields: ['x text'],
    note: 'link is left out',
  },
  'names of all kinds': {
    json: one(input('TextInput', 'First Name'), input('TextInput', 'entry'), input('TextInput', 'नाम'), input('TextInput', '1st')),
    fields: ['firstName text', 'entry2 text', 'value2 text', 'st text'],
    note: '',
  },
  'one name on two screens': {
    json: flow([
      screen('ONE', [input('TextInput', 'name'), button(go('TWO'))]),
      last('TWO', [input('TextInput', 'name'), { type: 'TextBody', text: '${screen.ONE.form.name}' }]),
    ]),
    fields: ['name text', 'name2 text', ' note'],
    note: '',
  },
  'one name in two branches': {
    json: one(radio('k', 'a', 'b'), when("${form.k} == 'a'", [input('TextInput', 'v')], [input('TextArea', 'v')])),
    fields: ['k choice', 'v text', 'v2 longText'],
    note: '',
  },
  'sensitive fields': {
    json: flow([last('MAIN', [input('TextInput', 'card')], { sensitive: ['card'] })]),
    fields: ['card text'],
    note: '',
  },
  'captions beside the button': {
    json: flow([screen('MAIN', [input('TextInput', 'x'), button(done(), { 'left-caption': 'A', 'right-caption': 'B' })])]),
    fields: ['x text'],
    note: 'beside the button',
  },
  'a component of the future': {
    json: one({ type: 'Hologram', name: 'h' }, input('TextInput', 'x')),
    fields: ['x text'],
    note: 'Hologram is left out',
  },
  'a version of the future': { json: { ...one(input('TextInput', 'x')), version: '9.1' }, fields: ['x text'], note: 'version 9.1' },
  'an old version with actions apart': {
    json: flow(
      [
        screen('MAIN', [input('TextInput', 'x'), { type: 'Footer', label: 'Go', 'on-click-action': { name: 'navigate', next: 'TWO' } }]),
        last('TWO', []),
      ],
      { version: '2.1', data_channel_uri: 'https://example.com' },
    ),
    fields: ['x text'],
    note: 'version 2.1',
  },
  'a screen without a layout': {
    json: flow([{ id: 'MAIN' }, last('TWO', [input('TextInput', 'x')])]),
    fields: ['x text'],
    note: 'no button',
  },
  'junk among children': {
    json: one(...([null, 5, 'x', [], { name: 'x' }, { type: 5 }] as unknown as Part[]), input('TextInput', 'ok'), input('TextInput', '')),
    fields: ['ok text'],
    note: 'TextInput is left out',
  },
};
