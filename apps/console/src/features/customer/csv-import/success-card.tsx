import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { IconCircleCheck, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';

const linkMark = '\u0000';

/** Next steps of a submitted file. Takes the focus, as the button that led here is gone. */
export function SuccessCard({ fileName, onAgain }: { fileName: string; onAgain: () => void }) {
  const say = useWords(customerWords.csvImport);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const [before = '', after = ''] = say('successStatus', { link: linkMark }).split(linkMark);
  return (
    <section className={classes.success}>
      <IconCircleCheck size={44} stroke={1.4} className={classes.successIcon} aria-hidden />
      <Text fw={550} className={classes.reason}>
        {fileName}
      </Text>
      <Title order={2} ref={heading} tabIndex={-1} className={classes.successTitle}>
        {say('success')}
      </Title>
      <Text size="sm" c="dimmed">
        {say('successAdding')}
      </Text>
      <Text size="sm" c="dimmed">
        {before}
        <Anchor component={Link} to="/customer-master/uploads" inherit>
          {say('successLink')}
        </Anchor>
        {after}
      </Text>
      <Group mt="md" gap="xs" justify="center">
        <Button variant="default" onClick={onAgain}>
          {say('uploadAnother')}
        </Button>
        <Button component={Link} to="/customer-master/customers" leftSection={<IconUsers size={16} aria-hidden />}>
          {say('viewCustomer')}
        </Button>
      </Group>
    </section>
  );
}
