import { ActionIcon, Tooltip } from '@mantine/core';
import { builderPermissions } from '@parley/contract';
import { IconPencil } from '@tabler/icons-react';
import { useWords } from '../../../lib/words.ts';
import { botWords } from '../../../locales/bot.ts';
import { May } from '../../account/shared/may.tsx';
import { openEditIntegration } from './integration-form.tsx';

type EditConfigurationProps = {
  configs: readonly { id: string; name: string }[];
  /** Id of the chosen one; nothing is shown for none, and for what is no configuration of one's own. */
  value: string;
};

/** Opens the configuration that is chosen beside it. */
export function EditConfiguration({ configs, value }: EditConfigurationProps) {
  const say = useWords(botWords.shared);
  const chosen = configs.find(({ id }) => id === value);
  if (!chosen) return null;
  const label = say('integrationEdit', { name: chosen.name });
  return (
    <May any={builderPermissions}>
      <Tooltip label={label}>
        <ActionIcon variant="light" size={36} aria-label={label} onClick={() => void openEditIntegration(chosen.id)}>
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </May>
  );
}
