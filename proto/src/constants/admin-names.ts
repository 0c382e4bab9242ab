/** Whether the admin of this name may manage subscriptions and payments and use the tool pages. */
export function managesSubscriptions(username: string): boolean {
  return username.startsWith("admin_");
}
