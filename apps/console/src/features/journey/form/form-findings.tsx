import { Anchor, Text } from '@mantine/core';
import type { CallAnswer, endpoints } from '@parley/contract';
import { type FormDocument, fieldsOf } from '@parley/journey';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';
import streamClasses from '../shared/stream.module.css';
import { formDesignerPath } from './form-link.ts';

type Finding = CallAnswer<typeof endpoints.forms.check>['findings'][number];
type FormFindingsProps = { formId: string; document: FormDocument; findings: readonly Finding[] };

/** Findings of a draft's check: errors before warnings, each with the question or screen that it concerns. */
export function FormFindings({ formId, document, findings }: FormFindingsProps) {
  const say = useWords(formWords.list);
  if (findings.length === 0)
    return (
      <Text size="sm" role="status">
        {say('noFindings')}
      </Text>
    );
  const [language = 'en'] = document.languages;
  const fields = new Map(fieldsOf(document).map(({ id, label, name }) => [id, label[language] || name]));
  const screens = new Map(
    document.screens.map(({ id, title }, place) => [id, title[language] || say('screenNumber', { number: place + 1 })]),
  );
  return (
    <div className={streamClasses.findings}>
      {(['error', 'warning'] as const).map((level) => {
        const found = findings.filter((one) => one.level === level);
        if (found.length === 0) return null;
        const title = say(`level_${level}`, { count: found.length });
        return (
          <section key={level} aria-label={title}>
            <h3 data-level={level}>{title}</h3>
            <ul>
              {found.map(({ code, screen, field, part, text }) => {
                const place = fields.get(field) ?? screens.get(screen);
                return (
                  <li key={[code, screen, field, part, text].join(' ')}>
                    {place === undefined ? null : (
                      <>
                        <Anchor size="sm" renderRoot={(props) => <Link to={formDesignerPath(formId)} {...props} />}>
                          {place}
                        </Anchor>
                        {': '}
                      </>
                    )}
                    {text}
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
