import { Collapse, Divider, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';

/** A part of a form that most leave as it is: folded, with a word of what it says. */
export function Section({
  title,
  hint,
  children,
  isOpenAtFirst = false,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
  isOpenAtFirst?: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  return (
    <Stack gap="sm">
      <Divider />
      <UnstyledButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Group gap={6} wrap="nowrap">
          {isOpen ? <IconChevronDown size={15} /> : <IconChevronRight size={15} />}
          <Text size="sm" fw={550}>
            {title}
          </Text>
          {!isOpen && hint && (
            <Text size="xs" c="dimmed" truncate>
              {hint}
            </Text>
          )}
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen}>{isOpen && <Stack gap="sm">{children}</Stack>}</Collapse>
    </Stack>
  );
}
