"""What keeps a far table private: invitations, the keys made of them, and frames that are sealed with these."""
