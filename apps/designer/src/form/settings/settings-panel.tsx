import { Alert, ScrollArea, Stack, Title } from '@mantine/core';
import type { FormFinding, KnownType } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { LanguageSwitch } from '../../fields/text-field.tsx';
import classes from '../designer.module.css';
import { useFormState } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';
import { FieldSettings } from './field-settings.tsx';
import { FormContextFrame } from './form-context-frame.tsx';
import { FormSettingsPanel } from './form-settings.tsx';
import { ScreenSettings } from './screen-settings.tsx';

type Props = {
  customer: Readonly<Record<string, KnownType>>;
  language: string;
  onLanguage: (language: string) => void;
  findings: readonly FormFinding[];
  wordsOf: (finding: FormFinding) => string;
  /** Rises where a finding is followed: its part opens */
  visit: number;
};

/** Settings of the field, the screen or the form that is chosen, with what is wrong there. */
export function SettingsPanel({ customer, language, onLanguage, findings, wordsOf, visit }: Props) {
  const say = useWords(formWords.setting);
  const { document, chosen } = useFormState();
  const screen = document.screens.find(({ id }) => id === chosen.screen);
  const field = screen?.fields.find(({ id }) => id === chosen.field);
  const here = findings.filter((one) => one.screen === chosen.screen && one.field === chosen.field);
  const shared = { key: `${chosen.screen} ${chosen.field} ${visit}`, findings: here, wordsOf };
  return (
    <FormContextFrame customer={customer} language={language} onLanguage={onLanguage}>
      <div className={classes.panel}>
        <div className={classes.panelHead}>
          <Title order={2} fz="md">
            {field ? say('ofField') : screen ? say('ofScreen') : say('ofForm')}
          </Title>
        </div>
        <ScrollArea className={classes.panelBody} type="auto" offsetScrollbars="present">
          <Stack gap="md" p="md" data-settings>
            {/* The switch stands by the words that it changes. */}
            <LanguageSwitch />
            {here.length > 0 && (
              <Alert color={here.some(({ level }) => level === 'error') ? 'red' : 'yellow'} p="xs" role="status">
                <Stack gap={2}>
                  {here.map((finding) => (
                    <span key={`${finding.code} ${finding.part} ${finding.text}`}>{wordsOf(finding)}</span>
                  ))}
                </Stack>
              </Alert>
            )}
            {field ? (
              <FieldSettings {...shared} field={field} />
            ) : screen ? (
              <ScreenSettings {...shared} screen={screen} />
            ) : (
              <FormSettingsPanel {...shared} />
            )}
          </Stack>
        </ScrollArea>
      </div>
    </FormContextFrame>
  );
}
