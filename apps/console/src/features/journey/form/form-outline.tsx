import { Badge, Text } from '@mantine/core';
import { type FormDocument, isAsked } from '@parley/journey';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import classes from './form.module.css';

type Screen = FormDocument['screens'][number];
type Field = Screen['fields'][number];

/** A form as a list that is only read: its screens, and the fields on each. */
export function FormOutline({ document }: { document: FormDocument }) {
  const say = useWords(formWords.versions);
  const [language = 'en'] = document.languages;
  return (
    <ol className={classes.outline}>
      {document.screens.map((screen, place) => (
        <li key={screen.id}>
          <h3 className={classes.heading}>
            {place + 1}. {screen.title[language] || say('untitled')}
          </h3>
          {screen.text[language] ? (
            <Text size="sm" c="dimmed">
              {screen.text[language]}
            </Text>
          ) : null}
          <ul className={classes.fields}>
            {screen.fields.map((field) => (
              <FieldLine key={field.id} field={field} language={language} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function FieldLine({ field, language }: { field: Field; language: string }) {
  const say = useWords(formWords.versions);
  const marks = [
    field.required === 'true'
      ? say('required')
      : field.required === '' || !isAsked(field)
        ? ''
        : say('requiredIf', { source: field.required, interpolation: { escapeValue: false } }),
    field.visibleIf === '' ? '' : say('visibleIf', { source: field.visibleIf, interpolation: { escapeValue: false } }),
    field.isSensitive ? say('sensitive') : '',
  ].filter(Boolean);
  return (
    <li>
      <span className={classes.fieldHead}>
        <span dir="auto">{field.label[language] || field.name || say(`kind_${field.kind}`)}</span>
        <Badge variant="light" color="gray" size="sm" miw="max-content">
          {say(`kind_${field.kind}`)}
        </Badge>
        {field.name === '' ? null : <code>{field.name}</code>}
      </span>
      {marks.length === 0 ? null : (
        <Text size="xs" c="dimmed">
          {marks.join(' · ')}
        </Text>
      )}
    </li>
  );
}
