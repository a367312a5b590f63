/** A wait of so many seconds is one; a shorter one keeps nobody from being written to again and again. */
export const leastWait = 60;
