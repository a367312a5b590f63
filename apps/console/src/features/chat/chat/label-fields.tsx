import { Select, Textarea, TextInput } from '@mantine/core';
import type { ChatDetail, ChatLabel } from '@parley/contract';
import type { FieldProps, Form } from '../../../lib/use-form.ts';
import { useWords } from '../../../lib/words.ts';
import { chatWords } from '../../../locales/chat.ts';

type TagForm = Form<{ tag: string }>;
type LabelFieldsProps = {
  /** The field of the label, as a choice of one and as a text */
  choice: ReturnType<TagForm['choice']>;
  tag: FieldProps<string>;
  /** Left out where the note of each chat stays */
  note?: FieldProps<string>;
  /** The labels that the chat may get; none where agents write their own words. */
  names: readonly string[];
  current: string;
  /** Fields that cannot be left empty. */
  needs?: { label: boolean; note: boolean };
};

/** Label and note of a chat. */
export function LabelFields({ choice, tag, note, names, current, needs = { label: false, note: false } }: LabelFieldsProps) {
  const t = useWords(chatWords.conversation);
  return (
    <>
      {names.length > 0 ? (
        <Select
          label={t('labelField')}
          placeholder={t('labelNone')}
          clearable
          withAsterisk={needs.label}
          searchable={names.length > 10}
          openOnFocus={false}
          data-autofocus
          // A label that is retired by now stays where it is.
          data={[...new Set([...names, current].filter(Boolean))]}
          {...choice}
        />
      ) : (
        <TextInput label={t('labelField')} withAsterisk={needs.label} maxLength={80} data-autofocus {...tag} />
      )}
      {note ? <Textarea label={t('note')} withAsterisk={needs.note} autosize minRows={3} maxLength={2000} {...note} /> : null}
    </>
  );
}

/** The colour of the label that has the name; that of the chat where the name stays as it is. */
export function colourOf(labels: readonly ChatLabel[] | undefined, tag: string, chat: Pick<ChatDetail, 'tag' | 'tagColour'>): string {
  const label = labels?.find(({ name }) => name.toLowerCase() === tag.trim().toLowerCase());
  return label?.colour ?? (tag === chat.tag ? chat.tagColour : '');
}
