import { Anchor, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useWords } from '../../../lib/words.ts';
import { signInWords } from '../../../locales/sign-in.ts';
import classes from './account.module.css';

/** Last step of an account screen: the outcome, and the way to sign in. */
export function AccountMessage({
  title,
  text,
  children,
  hasSignIn = true,
}: {
  title: string;
  text: string;
  children?: ReactNode;
  hasSignIn?: boolean;
}) {
  const say = useWords(signInWords.signIn);
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; a screen reader goes on from here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <Title order={1} className={classes.title} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
        {title}
      </Title>
      <Text className={classes.lead} role="status">
        {text}
      </Text>
      {children}
      {hasSignIn ? (
        <Anchor component={Link} to="/login" size="sm" mt="md" display="inline-block">
          {say('signIn')}
        </Anchor>
      ) : null}
    </div>
  );
}
