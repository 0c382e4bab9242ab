import { chakra } from "@chakra-ui/react/styled-system";
import { Gift } from "lucide-react";
import { Panel } from "../../../components/ui/panel.tsx";
import { authTexts } from "../../../texts/auth.ts";

/** The banner that names the affiliate code which a sign-up will carry. */
export const ReferralNote = ({ code }: { code: string }) => (
  <Panel as="div" bg="bg.well" borderRadius="control" mt={4}>
    <chakra.p display="flex" gap={3} px={3} py={2} textStyle="small" color="fg.muted">
      <chakra.span color="accent.fg" aria-hidden>
        <Gift size={16} />
      </chakra.span>
      <span>
        {authTexts.referralBefore}{" "}
        <chakra.strong textStyle="num" fontSize="13px" color="fg">
          {code}
        </chakra.strong>{" "}
        {authTexts.referralAfter}
      </span>
    </chakra.p>
  </Panel>
);
