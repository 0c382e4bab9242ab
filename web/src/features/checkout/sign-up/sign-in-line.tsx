import { Link } from "#/components/ui/link.tsx";
import { messages } from "../messages.ts";

/** The way to the sign-in page below a sign-up form. */
export function SignInLine() {
  return (
    <p>
      {messages.haveAccount} <Link to="/auth">{messages.signIn}</Link>
    </p>
  );
}
