/** Choosing and changing a password. */
export const PASSWORD = {
  'password.very_weak': 'Very Weak',
  'password.weak': 'Weak',
  'password.fair': 'Fair',
  'password.strong': 'Strong',
  'password.very_strong': 'Very Strong',
  'password.strength': 'Password strength',
  'password.rules': 'Password rules',
  'password.rule_done': 'done',
  'password.rule_to_do': 'to do',
  'password.bad_link_title': 'Password Reset Unsuccessful',
  'password.bad_link_retry': 'Retry password reset',
  'password.bad_link': 'Your password was not changed. One of these is the cause:',
  'password.bad_link_expired': 'Link expired: it works for a limited time.',
  'password.bad_link_used': 'Link already used: each link works once.',
  'password.bad_link_error': 'Process error: something went wrong on the way.',
  'password.create_done_title': 'Create Password Successful',
  'password.create_done': 'You can now log in with your new password.',
  'password.new_password': 'New password',
  'password.confirm_password': 'Confirm password',
  'password.forgot_lead':
    'Enter the email address of your account. We will send you a link to create a new password.',
  'password.forgot_send': 'Get Reset Password Instructions',
  'password.forgot_done_title': 'Password Reset Successful',
  'password.forgot_done': 'Please check your email to finish resetting your password.',
  'password.change_first':
    'Please choose a password of your own first. The one that was mailed to you is the old password; it works once.',
  'password.change_lead': 'You will be logged out and can log in again with the new password.',
  'password.back_to_profile': '← Back to profile',
  'password.old_password': 'Old password',
  'password.same_password': 'New password cannot be the same as the current password.',
  'password.change_done_title': 'Change Password Successful',
  'password.change_done': 'Please log in with your new password.',
  'password.contains_email':
    'Password contains "{word}", which is part of your email address. Please choose another one.',
  'password.contains_name':
    'Password contains "{word}", which is part of your name. Please choose another one.',
  'password.contains_bureau':
    'Password contains "{word}", which is a word of the bureau or of this system. Please choose another one.',
  'password.is_pattern':
    'Password repeats the same characters or is a sequence of them. Please choose another one.',
  'password.is_common':
    'Password is a very common word or password, even with the digits and characters around it. Please choose another one.',
  'password.rule_length': 'At least 12 characters',
  'password.rule_lower': 'At least one lower case letter',
  'password.rule_upper': 'At least one upper case letter',
  'password.rule_special': 'At least one special character',
  'password.rule_digit': 'At least one number',
  'password.password_missing': 'Password is missing: {rules}.',
  'password.contains_pattern':
    'Password contains "{word}", which is easily guessed. Please choose another one.',
} as const
