import { ScrollArea, SegmentedControl } from '@mantine/core';
import type { FormFinding } from '@parley/journey';
import { useWords } from '@parley/ui/words';
import { useState } from 'react';
import designer from '../designer.module.css';
import { FindingList } from '../dialogs/finding-list.tsx';
import { useFormEditor, useFormState } from '../editor/use-form-editor.ts';
import { formWords } from '../words.ts';
import { PagePreview } from './page-preview.tsx';
import { QuestionsPreview } from './questions-preview.tsx';

type Props = {
  language: string;
  onLanguage: (language: string) => void;
  findings: readonly FormFinding[];
  onFinding: (finding: FormFinding) => void;
};
const faces = ['page', 'questions', 'differs'] as const;

/** The form as people meet it: as a page, asked one by one, and what a face shows otherwise. */
export function Preview({ language, onLanguage, findings, onFinding }: Props) {
  const say = useWords(formWords.preview);
  const editor = useFormEditor();
  const { document, chosen } = useFormState();
  const [face, setFace] = useState<(typeof faces)[number]>('page');
  const notes = findings.filter(({ code }) => code === 'FACE_LIMIT' || code === 'FACE_REDUCED');
  const shown = face === 'differs' && notes.length === 0 ? 'page' : face;
  return (
    <div className={designer.panel}>
      <div className={designer.panelHead}>
        <SegmentedControl
          size="xs"
          aria-label={say('face')}
          value={shown}
          onChange={setFace}
          data={[
            { value: 'page', label: say('page') },
            { value: 'questions', label: say('questions') },
            ...(notes.length > 0 ? [{ value: 'differs' as const, label: say('differs') }] : []),
          ]}
        />
        {document.languages.length > 1 && (
          <SegmentedControl size="xs" aria-label={say('language')} value={language} onChange={onLanguage} data={[...document.languages]} />
        )}
      </div>
      <ScrollArea className={designer.panelBody} type="auto" offsetScrollbars="present">
        {shown === 'page' && (
          <PagePreview document={document} language={language} chosen={chosen} onChoose={(field) => editor.choose({ field })} />
        )}
        {shown === 'questions' && <QuestionsPreview document={document} language={language} />}
        {shown === 'differs' && <FindingList findings={notes} onFinding={onFinding} />}
      </ScrollArea>
    </div>
  );
}
