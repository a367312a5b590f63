import { Badge, Group } from '@mantine/core';
import { type FormItem, formStates } from '@parley/contract';
import { useWords } from '../../../lib/words.ts';
import { formWords } from '../../../locales/form.ts';

/** State of a form: a draft, or published with its newest version, and whether the draft differs from that one. */
export function FormStanding({ state, published, hasChanges }: Pick<FormItem, 'state' | 'published' | 'hasChanges'>) {
  const say = useWords(formWords.list);
  const isPublished = state === formStates.published;
  return (
    <Group gap={4} component="span">
      <Badge component="span" color={isPublished ? 'green' : 'gray'} miw="max-content">
        {isPublished ? say('publishedAs', { number: published }) : say('state_draft')}
      </Badge>
      {isPublished && hasChanges ? (
        <Badge component="span" color="blue" variant="outline" miw="max-content">
          {say('changedSince')}
        </Badge>
      ) : null}
    </Group>
  );
}
