import { Button, Group, Text, TextInput } from '@mantine/core';
import { type CampaignPlan, type ContentLetter, contentLetters } from '@parley/contract';
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react';
import { useWords } from '../../../../lib/words.ts';
import { campaignWords } from '../../../../locales/campaign.ts';
import classes from './plan.module.css';
import { addContent, copyOwn, mostContents, removeContent, renameContent } from './plan-contents.ts';

type ContentToolsProps = {
  plan: CampaignPlan;
  place: number;
  onLetter: (letter: ContentLetter) => void;
  onMend: (mend: (plan: CampaignPlan) => CampaignPlan) => void;
};

/** Adds a content to compare; names, copies and removes the one that is shown. */
export function ContentTools({ plan, place, onLetter, onMend }: ContentToolsProps) {
  const say = useWords(campaignWords.content);
  const count = plan.contents.length + 1;
  const content = plan.contents[place - 1];
  const handleAdd = () => {
    onMend(addContent);
    onLetter(contentLetters[count] ?? 'A');
  };
  const handleRemove = () => {
    onMend((old) => removeContent(old, place));
    onLetter(contentLetters[place - 1] ?? 'A');
  };
  return (
    <div className={classes.fields}>
      {content ? (
        <Group align="flex-end" gap="sm">
          <TextInput
            label={say('name')}
            description={say('nameText')}
            flex={1}
            miw={200}
            maxLength={60}
            value={content.name}
            onChange={(event) => {
              const name = event.currentTarget.value;
              onMend((old) => renameContent(old, place, name));
            }}
          />
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => onMend((old) => copyOwn(old, place))}>
            {say('copy')}
          </Button>
          <Button variant="default" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={handleRemove}>
            {say('remove', { letter: contentLetters[place] })}
          </Button>
        </Group>
      ) : null}
      {count < mostContents ? (
        <Group gap="sm">
          <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={handleAdd}>
            {say('add')}
          </Button>
          <Text size="sm" c="dimmed" flex={1} miw={200}>
            {say('addText')}
          </Text>
        </Group>
      ) : null}
    </div>
  );
}
