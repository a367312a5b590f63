import { Button, SegmentedControl, useComputedColorScheme } from '@mantine/core';
import { type FormDocument, faultWords, fieldsOf, showValue } from '@parley/journey';
import { getEnterpriseZone } from '@parley/ui/format';
import { useWords } from '@parley/ui/words';
import { IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Chosen } from '../editor/form-editor.ts';
import { formWords } from '../words.ts';
import classes from './preview.module.css';
import { ShownFieldView } from './shown-field.tsx';
import { usePageTrial } from './use-page-trial.ts';

type Props = { document: FormDocument; language: string; chosen: Chosen; onChoose: (field: string) => void };
const schemes = ['light', 'dark'] as const;

/** The page of the form as people see it; it can be filled in, and is judged as the server judges. */
export function PagePreview({ document, language, chosen, onChoose }: Props) {
  const say = useWords(formWords.preview);
  const [scheme, setScheme] = useState<(typeof schemes)[number]>(useComputedColorScheme('light'));
  const trial = usePageTrial(document, language, chosen.screen);
  const { screen, faults } = trial;
  const problems = useRef<HTMLDivElement>(null);
  // Only a press leads there: who mends a field goes on typing in it.
  useEffect(() => {
    if (trial.tries > 0) problems.current?.focus();
  }, [trial.tries]);
  const labelOf = (id: string) => screen.fields.find((field) => field.id === id)?.label ?? '';
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={say('scheme')}
          value={scheme}
          onChange={setScheme}
          data={schemes.map((one) => ({ value: one, label: say(one) }))}
        />
        <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconRefresh size={14} aria-hidden />} onClick={trial.restart}>
          {say('restart')}
        </Button>
      </div>
      <section className={classes.page} data-scheme={scheme} lang={language} aria-label={say('page')}>
        {trial.done ? (
          <div className={classes.card} role="status">
            <p className={classes.text}>{document.settings.doneText[language] || say('done')}</p>
            <h3>{say('kept')}</h3>
            <dl className={classes.kept}>
              {fieldsOf(document).flatMap(({ id, name, isSensitive }) => {
                const value = trial.done?.values[id];
                if (value === undefined) return [];
                return [
                  <dt key={`${id} name`}>{name}</dt>,
                  <dd key={id}>{isSensitive ? '•••' : showValue(value, { language, zone: getEnterpriseZone() })}</dd>,
                ];
              })}
            </dl>
          </div>
        ) : (
          <form
            className={classes.card}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              trial.next();
            }}
          >
            <h2>{screen.title || document.name}</h2>
            {screen.steps > 1 && (
              <>
                <p className={classes.step}>{say('step', { step: screen.step, steps: screen.steps })}</p>
                <progress max={screen.steps} value={screen.step} aria-hidden="true" />
              </>
            )}
            {screen.text !== '' && <p className={classes.text}>{screen.text}</p>}
            {faults.length > 0 && (
              <div ref={problems} className={classes.problems} role="alert" tabIndex={-1}>
                <strong>{say('problems')}</strong>
                <ul>
                  {faults.map((fault) => (
                    <li key={fault.field}>
                      {labelOf(fault.field)}: {faultWords(fault, language)}
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {screen.fields.length === 0 && <p className={classes.help}>{say('empty')}</p>}
            {screen.fields.map((field) => (
              <ShownFieldView
                key={field.id}
                field={field}
                given={Object.hasOwn(trial.typed, field.id) ? trial.typed[field.id] : field.given}
                fault={faults.find((fault) => fault.field === field.id)}
                language={language}
                isChosen={field.id === chosen.field}
                onType={(given) => trial.type(field.id, given)}
                onChoose={() => onChoose(field.id)}
              />
            ))}
            <div className={classes.acts}>
              {screen.canGoBack && (
                <button type="button" onClick={trial.back}>
                  {say('back')}
                </button>
              )}
              <button type="submit" className={classes.go}>
                {screen.isLast ? say('send') : say('next')}
              </button>
            </div>
          </form>
        )}
      </section>
    </>
  );
}
