/** Reasons for which no login can be made: nobody has told the address, there are no views, or logins may not be made. */
export const sqlObstacles = ['address', 'views', 'roles'] as const;
