import { fillSlots } from '@parley/contract/faults';
import type { Expression } from '../../expression/ast.ts';
import type { CompiledForm } from '../compile.ts';
import { type FormField, hasOptions } from '../field.ts';
import { flowTexts } from '../flow-texts.ts';
import { formLimits, textLengths } from '../limits.ts';
import { fieldNameOf } from './component-name.ts';
import { type FlowLimit, mostOf } from './limits.ts';
import type { FlowNote } from './notes.ts';
import type { FlowComponent } from './schema.ts';
import { isLive } from './why-endpoint.ts';
import { hasPlaceholder, pickWords } from './words.ts';

type Texts = Record<string, string>;
/** @property bind puts words that are known later into the screen's data, and gives their reference */
export type FieldWriter = {
  form: CompiledForm;
  language: string;
  pictures: ReadonlyMap<string, string>;
  bind(texts: Record<string, string>): string;
  bindOptions(field: FormField): string;
  note(kind: FlowNote['kind'], text: string): void;
  /** False where the screen has a picker for files already */
  hasRoomForFiles: boolean;
};
/** @property isAsked false: the flow shows something in its place, and the answer comes by another road */
export type WrittenField = { components: FlowComponent[]; isAsked: boolean };

/** Writes a field as the components of a flow. `required` and `visible` are whoever calls it's. */
export function writeField(writer: FieldWriter, field: FormField): WrittenField {
  if (field.kind === 'hidden') return { components: [], isAsked: false };
  if (field.kind === 'note') return { components: body(writer, field.label), isAsked: false };
  if (field.kind === 'picture') return picture(writer, field);
  const component = askingOf(writer, field);
  if (typeof component !== 'string') return component;
  writer.note('reduced', component);
  const texts = flowTexts(writer.language);
  const what = hasPlaceholder(field.label) ? field.name : pickWords(writer.form, field.label, writer.language) || field.name;
  return { components: [{ type: 'TextBody', text: fillSlots(texts.later, { what }) }], isAsked: false };
}

const body = (writer: FieldWriter, texts: Texts): FlowComponent[] => {
  const text = hasPlaceholder(texts) ? writer.bind(texts) : pickWords(writer.form, texts, writer.language);
  return text.trim() === '' ? [] : [{ type: 'TextBody', text }];
};

function picture(writer: FieldWriter, { picture: ref }: FormField): WrittenField {
  const src = ref ? writer.pictures.get(ref.id) : undefined;
  if (src === undefined) writer.note('reduced', 'The picture is left out.');
  return { components: src === undefined ? [] : [{ type: 'Image', src, 'scale-type': 'contain' }], isAsked: false };
}

/** @returns words that say why the flow cannot ask it */
function askingOf(writer: FieldWriter, field: FormField): WrittenField | string {
  const texts = flowTexts(writer.language);
  switch (field.kind) {
    case 'signature':
      return 'A flow has no signature: a link follows.';
    case 'location':
      return 'A flow has no place: a link follows.';
    case 'file':
    case 'photo':
      return writer.hasRoomForFiles
        ? asked(writer, field, 'pickerLabel', 'description', picker(field))
        : 'A flow takes files in one field of a screen: a link follows.';
    case 'longText':
      return asked(writer, field, 'areaLabel', 'helper-text', { type: 'TextArea', 'max-length': mostChars(field) });
    case 'date':
      return asked(writer, field, 'dateLabel', 'helper-text', { type: 'DatePicker', ...dayBounds(writer, field) });
    case 'consent':
      return asked(writer, field, 'optInLabel', '', { type: 'OptIn' });
    case 'yesNo':
      return asked(writer, field, 'groupLabel', 'description', {
        type: 'RadioButtonsGroup',
        'data-source': [
          { id: 'yes', title: texts.yes },
          { id: 'no', title: texts.no },
        ],
      });
    case 'rating':
      return asked(writer, field, 'groupLabel', 'description', {
        type: 'RadioButtonsGroup',
        'data-source': Array.from({ length: field.steps }, (_, place) => ({ id: String(place + 1), title: String(place + 1) })),
      });
    default:
      return hasOptions(field) ? choosing(writer, field) : asked(writer, field, 'inputLabel', 'helper-text', input(field, texts.timeHint));
  }
}

function input(field: FormField, timeHint: string): FlowComponent {
  switch (field.kind) {
    case 'number':
    case 'phone':
    case 'email':
      return { type: 'TextInput', 'input-type': field.kind, ...(field.kind === 'email' ? { 'max-chars': 254 } : {}) };
    case 'time':
      return { type: 'TextInput', 'input-type': 'text', 'helper-text': timeHint };
    default:
      return { type: 'TextInput', 'input-type': 'text', ...minChars(field), 'max-chars': mostChars(field) };
  }
}

const countIn = (source: string): number | undefined => (/^\s*\d{1,6}\s*$/.test(source) ? Number(source) : undefined);
const minChars = ({ least }: FormField) => {
  const count = countIn(least);
  return count === undefined || count === 0 ? {} : { 'min-chars': count };
};
const mostChars = ({ kind, most }: FormField): number =>
  Math.max(1, Math.min(countIn(most) ?? Number.POSITIVE_INFINITY, kind === 'longText' ? textLengths.longText : textLengths.text));

function picker({ kind, least, most }: FormField): FlowComponent {
  const what = kind === 'photo' ? 'photos' : 'documents';
  const smallest = countIn(least);
  return {
    type: kind === 'photo' ? 'PhotoPicker' : 'DocumentPicker',
    ...(smallest === undefined ? {} : { [`min-uploaded-${what}`]: Math.min(smallest, formLimits.files) }),
    [`max-uploaded-${what}`]: Math.max(1, Math.min(countIn(most) ?? formLimits.files, formLimits.files)),
    'max-file-size-kb': 10_240,
  };
}

/** Bounds that are days already; others are looked at by the server. */
function dayBounds({ form }: FieldWriter, { least, most }: FormField): Record<string, string> {
  const day = (source: string): string | undefined => {
    const written: Expression | undefined = /^\s*date\(\s*["']\d{4}-\d{2}-\d{2}["']\s*\)\s*$/.test(source)
      ? form.expression(source)
      : undefined;
    const [given] = written?.kind === 'call' ? written.args : [];
    return given?.kind === 'literal' ? String(given.value) : undefined;
  };
  const [from, to] = [day(least), day(most)];
  return { ...(from ? { 'min-date': from } : {}), ...(to ? { 'max-date': to } : {}) };
}

function choosing(writer: FieldWriter, field: FormField): WrittenField | string {
  const count = field.options?.kind === 'fixed' ? field.options.items.length : mostOf('dropdownOptions');
  const source = isLive(field) ? writer.bindOptions(field) : optionsOf(writer, field);
  if (field.kind === 'choices') {
    if (field.options?.kind === 'fixed' && count > mostOf('groupOptions'))
      return `A flow offers at most ${mostOf('groupOptions')} boxes to tick: a link follows.`;
    if (field.options?.kind === 'list') writer.note('reduced', `A flow offers the first ${mostOf('groupOptions')} boxes to tick.`);
    const [least, most] = [countIn(field.least), countIn(field.most)];
    return asked(writer, field, 'groupLabel', 'description', {
      type: 'CheckboxGroup',
      'data-source': source,
      ...(least ? { 'min-selected-items': least } : {}),
      ...(most ? { 'max-selected-items': most } : {}),
    });
  }
  if (count > mostOf('groupOptions')) return asked(writer, field, 'dropdownLabel', '', { type: 'Dropdown', 'data-source': source });
  return asked(writer, field, 'groupLabel', 'description', { type: 'RadioButtonsGroup', 'data-source': source });
}

function optionsOf(writer: FieldWriter, { options }: FormField): { id: string; title: string; description?: string }[] {
  if (options?.kind !== 'fixed') return [];
  return options.items.map(({ id, title, description }) => {
    const shown = flowOption({
      id,
      title: pickWords(writer.form, title, writer.language),
      description: pickWords(writer.form, description, writer.language),
    });
    if (shown.isShortened) writer.note('shortened', `“${pickWords(writer.form, title, writer.language)}” stands whole beneath its title.`);
    return shown.option;
  });
}

/** An option within the vendor's limits: a title that is too long is cut, and stands whole in the line beneath. */
export function flowOption({ id, title, description }: { id: string; title: string; description: string }): {
  option: { id: string; title: string; description?: string };
  isShortened: boolean;
} {
  const [titleLength, lineLength] = [mostOf('optionTitle'), mostOf('optionDescription')];
  const isShortened = title.length > titleLength || description.length > lineLength;
  const line = (title.length > titleLength ? [title, description] : [description]).filter((part) => part !== '').join(' – ');
  return {
    isShortened,
    option: {
      id,
      title: cut(title || id, titleLength),
      ...(line === '' ? {} : { description: cut(line, lineLength) }),
    },
  };
}

const cut = (text: string, length: number): string => (text.length <= length ? text : `${text.slice(0, length - 1)}…`);

/** A component with its question. Words that are too long for a label stand above it, whole. */
function asked(writer: FieldWriter, field: FormField, limit: FlowLimit, help: string, component: FlowComponent): WrittenField {
  const texts = flowTexts(writer.language);
  const { type, ...rest } = component;
  const label = hasPlaceholder(field.label) ? undefined : pickWords(writer.form, field.label, writer.language) || field.name;
  const fits = label !== undefined && label.length <= mostOf(limit);
  const helps = hasPlaceholder(field.help) ? undefined : pickWords(writer.form, field.help, writer.language);
  const helpLimit = help === 'helper-text' ? mostOf('helper') : mostOf('pickerDescription');
  const helpFits = helps === '' || (help !== '' && helps !== undefined && helps.length <= helpLimit);
  return {
    isAsked: true,
    components: [
      ...(fits ? [] : body(writer, label === undefined ? field.label : { [writer.language]: label })),
      ...(helpFits ? [] : body(writer, field.help)),
      {
        type,
        name: fieldNameOf(field),
        label: fits ? label : type === 'OptIn' ? texts.agree : texts.answer,
        ...rest,
        ...(helpFits && helps !== '' && help !== '' ? { [help]: helps } : {}),
      },
    ],
  };
}
